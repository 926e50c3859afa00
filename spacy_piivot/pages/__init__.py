"""What our pages share: how a label looks, and how a message is laid out, before and after."""
