package dev.mandate.ports.spi.formats;

import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.program.CallFormat;
import dev.mandate.ports.spi.program.InstructionFormat;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TransactionFormat;

/**
 * The formats of a chain, which are the same on all its networks: smart account program, transactions, tokens, signatures, calls, and
 * instructions in words.
 */
public record ChainFormats(
        SmartAccountProgram program, TransactionFormat format, TokenFormat tokens, SignatureCheck signatures, CallFormat calls,
        InstructionFormat instructions) {}
