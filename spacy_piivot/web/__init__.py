"""What our servers share: how they listen and run, and which addresses are this computer's."""
