package dev.mandate.domain.chain;

/** The networks that an account can live on. An account belongs to exactly one. */
public enum Network {
    MAINNET,
    DEVNET
}
