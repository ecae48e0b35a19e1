"""Measures held against people: do they tell what people tell?"""
