package dev.mandate.testkit.host;

import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.time.ServerClock;

/** The adapters that a host puts together. */
public record HostAdapters(Chain chain, Journal journal, ServerClock clock, TransactionSigner signer) {}
