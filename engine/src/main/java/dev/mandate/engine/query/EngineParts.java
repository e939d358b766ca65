package dev.mandate.engine.query;

import dev.mandate.domain.chain.Network;
import dev.mandate.engine.review.Safeguards;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;

/**
 * The driven ports that every use case needs, and what the host has set.
 *
 * @param policies the host's policies on transactions
 * @param priorityFeePercentile of what recent blocks took for a compute unit, 0 to 100
 */
public record EngineParts(
        Network network,
        Chain chain,
        ChainFormats formats,
        Journal journal,
        ServerClock clock,
        Safeguards safeguards,
        int priorityFeePercentile,
        WaitPolicy waits,
        Array<TransactionPolicy> policies) {

    public SmartAccountProgram program() {
        return formats.program();
    }

    public TransactionFormat format() {
        return formats.format();
    }

    public TokenFormat tokens() {
        return formats.tokens();
    }

    public SignatureCheck signatures() {
        return formats.signatures();
    }
}
