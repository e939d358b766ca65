package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The result of a simulated transaction.
 *
 * @param failure why it would fail; none if it would succeed
 * @param computeUnits that it would consume
 * @param loadedAccountsDataSize bytes of account data that it loads, as the network counts them; none if the node does not tell
 * @param logs the programs' log lines
 */
public record Simulation(
        Option<TransactionFailure> failure, long computeUnits, Option<Long> loadedAccountsDataSize, Seq<String> logs) {}
