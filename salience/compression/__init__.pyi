from .compressed import CompressedSentence as CompressedSentence
from .models import load_compressor as load_compressor
from .pairs import CompressionPair as CompressionPair
from .pairs import compression_pair as compression_pair
from .training import train_neighbours as train_neighbours
from .transduction.training import TransducerSettings as TransducerSettings
from .transduction.training import train_transducer as train_transducer
