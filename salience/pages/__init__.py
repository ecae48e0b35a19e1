"""Results as people see them: text for terminals, pages and notebook views."""
