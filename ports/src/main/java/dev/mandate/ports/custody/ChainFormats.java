package dev.mandate.ports.custody;

import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.CallFormat;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;

/** The formats of a chain, which are the same on all its networks: smart account program, transactions, tokens, signatures, calls. */
public record ChainFormats(
        SmartAccountProgram program, TransactionFormat format, TokenFormat tokens, SignatureCheck signatures, CallFormat calls) {}
