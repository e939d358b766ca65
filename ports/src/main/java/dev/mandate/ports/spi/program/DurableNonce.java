package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/**
 * A nonce account: a transaction with its value stays valid until the nonce is advanced.
 *
 * @param authority must sign the advance
 * @param value takes the place of a recent blockhash
 */
public record DurableNonce(Address account, Address authority, Blockhash value) {}
