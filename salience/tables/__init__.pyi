from .writers import write_records as write_records
