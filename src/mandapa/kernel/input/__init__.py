"""What people bring: options, component files, positions; each error says where, what was found, what was expected."""
