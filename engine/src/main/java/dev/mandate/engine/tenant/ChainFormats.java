package dev.mandate.engine.tenant;

import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;

/** How things are spelled on the chain, the same on all its networks. */
public record ChainFormats(
        SmartAccountProgram program, TransactionFormat format, TokenFormat tokens, SignatureCheck signatures) {}
