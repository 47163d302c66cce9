// Studio: labelling and looking.
