package dev.mandate.engine.unlanded;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** The durable nonce by which a built transaction lives: as long as the nonce account has this value. */
public record NonceUse(Address account, Blockhash value) {}
