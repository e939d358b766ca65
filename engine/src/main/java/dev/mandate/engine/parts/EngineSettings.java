package dev.mandate.engine.parts;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.policy.NonceAccounts;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What a host has set.
 *
 * @param maxPriorityFee the maximum priority fee of a transaction in lamports, whoever pays it
 * @param priorityFeePercentile of what recent blocks took for a compute unit, 0 to 100
 * @param nonceAccounts the durable nonces that transactions may use; none: those that accounts allow by signed intents
 * @param waits how long calls wait for the chain
 * @param policies the host's policies on transactions
 * @param nodeCallsPerRequest the calls to nodes that one request may make
 */
public record EngineSettings(
        BaseUnits maxPriorityFee,
        int priorityFeePercentile,
        Option<NonceAccounts> nonceAccounts,
        WaitPolicy waits,
        Array<TransactionPolicy> policies,
        int nodeCallsPerRequest) {

    /** The least budget with which each page of a list makes progress. */
    public static final int FEWEST_NODE_CALLS = 60;

    /** 10,000,000 lamports, the median price, no policy, 60 calls to nodes. */
    public static final EngineSettings DEFAULT = new EngineSettings(
            BaseUnits.of(10_000_000), 50, Option.none(), WaitPolicy.DEFAULT, Array.empty(), FEWEST_NODE_CALLS);

    public EngineSettings withMaxPriorityFee(BaseUnits maxPriorityFee) {
        return new EngineSettings(maxPriorityFee, priorityFeePercentile, nonceAccounts, waits, policies, nodeCallsPerRequest);
    }

    public EngineSettings withNonceAccounts(NonceAccounts nonceAccounts) {
        return new EngineSettings(maxPriorityFee, priorityFeePercentile, Option.some(nonceAccounts), waits, policies, nodeCallsPerRequest);
    }

    public EngineSettings withWaits(WaitPolicy waits) {
        return new EngineSettings(maxPriorityFee, priorityFeePercentile, nonceAccounts, waits, policies, nodeCallsPerRequest);
    }

    /** With one policy more. */
    public EngineSettings withPolicy(TransactionPolicy policy) {
        return new EngineSettings(maxPriorityFee, priorityFeePercentile, nonceAccounts, waits, policies.append(policy), nodeCallsPerRequest);
    }

    /**
     * With another percentile.
     *
     * @throws IllegalArgumentException if it is not 0 to 100
     */
    public EngineSettings withPriorityFeePercentile(int percentile) {
        if (percentile < 0 || percentile > 100) {
            throw new IllegalArgumentException("a percentile is 0 to 100, not " + percentile);
        }
        return new EngineSettings(maxPriorityFee, percentile, nonceAccounts, waits, policies, nodeCallsPerRequest);
    }

    /**
     * With another budget of calls to nodes.
     *
     * @throws IllegalArgumentException if it is less than {@link #FEWEST_NODE_CALLS}
     */
    public EngineSettings withNodeCallsPerRequest(int calls) {
        if (calls < FEWEST_NODE_CALLS) {
            throw new IllegalArgumentException("a request needs " + FEWEST_NODE_CALLS + " calls to nodes or more, not " + calls);
        }
        return new EngineSettings(maxPriorityFee, priorityFeePercentile, nonceAccounts, waits, policies, calls);
    }
}
