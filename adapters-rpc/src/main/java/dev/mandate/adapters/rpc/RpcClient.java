package dev.mandate.adapters.rpc;

import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/**
 * The nodes of a network. A read goes to each in order until one answers, and through all again after a random wait, a few times. What has
 * an effect goes to one node, once: only where no byte has left does the next one get it.
 */
final class RpcClient {

    private static final long FIRST_WAIT_MILLIS = 200;

    private final Array<RpcNode> endpoints;
    private final int rounds;
    private final Pause pause;
    private final RandomGenerator random;

    RpcClient(RpcSettings settings, HttpClient http, NodeListener listener) {
        this(settings.urls().toArray().map(url -> new RpcNode(http, url, settings, listener)), settings.rounds(), settings.pause(), settings.random());
    }

    private RpcClient(Array<RpcNode> endpoints, int rounds, Pause pause, RandomGenerator random) {
        this.endpoints = endpoints;
        this.rounds = rounds;
        this.pause = pause;
        this.random = random;
    }

    Array<RpcNode> nodes() {
        return endpoints;
    }

    /** Asks these nodes alone, and once. */
    RpcClient only(Array<RpcNode> nodes) {
        return new RpcClient(nodes, 1, pause, random);
    }

    /**
     * Reads.
     *
     * @param reader of the results, in the order of {@code calls}; it throws {@link MalformedAnswerException} or {@link
     *     StaleAnswerException} where another node, or the same one later, may answer better. Any other exception counts as malformed
     */
    <T> Either<ChainFault, T> read(Array<RpcCall> calls, Function<Array<JsonNode>, T> reader) {
        return read(rounds, calls, reader);
    }

    /** As {@link #read}, going to each node once. */
    <T> Either<ChainFault, T> readOnce(Array<RpcCall> calls, Function<Array<JsonNode>, T> reader) {
        return read(1, calls, reader);
    }

    private <T> Either<ChainFault, T> read(int most, Array<RpcCall> calls, Function<Array<JsonNode>, T> reader) {
        CallFault fault = new CallFault.NotSent("no node was asked");
        for (int round = 0; round < most; round++) {
            if (round > 0 && pause.rest(wait(round)) == Pause.Outcome.INTERRUPTED) {
                break;
            }
            CallFault.Repetition repetition = CallFault.Repetition.POINTLESS;
            for (RpcNode endpoint : endpoints) {
                Option<ChainFault> spent = NodeCallBudget.take(calls.size());
                if (spent.isDefined()) {
                    return Either.left(spent.get());
                }
                Either<CallFault, T> answer =
                        endpoint.call(calls).flatMap(results -> endpoint.read(calls, () -> reader.apply(results)));
                if (answer.isRight()) {
                    return Either.right(answer.get());
                }
                CallFault failed = answer.getLeft();
                if (nothingLeft(failed)) {
                    NodeCallBudget.giveBack(calls.size());
                }
                // A node that lacks the method says nothing of what another one would have told.
                if (!(failed instanceof CallFault.Refused) || repetition == CallFault.Repetition.POINTLESS) {
                    fault = failed;
                }
                if (failed.repetition() == CallFault.Repetition.SENSIBLE) {
                    repetition = CallFault.Repetition.SENSIBLE;
                }
            }
            if (repetition == CallFault.Repetition.POINTLESS) {
                break;
            }
        }
        return Either.left(fault.toChainFault());
    }

    /**
     * Makes a call that has an effect. After a fault nobody knows whether it had.
     *
     * @param turn the number of times that the same call was made before: each time it begins with the next node
     */
    <T> Either<ChainFault, T> write(RpcCall call, int turn, Function<JsonNode, T> reader) {
        Option<ChainFault> spent = NodeCallBudget.take(1);
        if (spent.isDefined()) {
            return Either.left(spent.get());
        }
        CallFault fault = new CallFault.NotSent("no node was asked");
        for (RpcNode endpoint : endpoints.rotateLeft(turn % endpoints.size())) {
            Either<CallFault, GenesisHash.Verdict> network = endpoint.requireNetwork();
            if (network.isLeft()) {
                fault = network.getLeft();
                continue;
            }
            Array<RpcCall> calls = Array.of(call);
            Either<CallFault, T> answer = endpoint.call(calls).flatMap(results -> endpoint.read(calls, () -> reader.apply(results.head())));
            if (answer.isRight()) {
                return Either.right(answer.get());
            }
            fault = answer.getLeft();
            if (!nothingLeft(fault)) {
                break;
            }
        }
        return Either.left(fault.toChainFault());
    }

    private static boolean nothingLeft(CallFault fault) {
        return switch (fault) {
            case CallFault.NotSent notSent -> true;
            case CallFault.WrongNetwork wrong -> true;
            case CallFault.NoAnswer noAnswer -> false;
            case CallFault.Paused paused -> true;
            case CallFault.RateLimited limited -> false;
            case CallFault.Behind behind -> false;
            case CallFault.Busy busy -> false;
            case CallFault.Refused refused -> false;
            case CallFault.Malformed malformed -> false;
        };
    }

    /** Exponential backoff with jitter: the upper half of a window that doubles each round. */
    private Duration wait(int round) {
        long most = FIRST_WAIT_MILLIS << (round - 1);
        return Duration.ofMillis(most / 2 + random.nextLong(most / 2 + 1));
    }
}
