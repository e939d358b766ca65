package dev.mandate.ports.spi.chain;

import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The calls to nodes that the request of a thread may still make. The calls of one batch count one by one. A request is what runs within {@link
 * #request}; requests within one another are one. What runs outside of a request, as workers do, has no budget.
 *
 * <p>An adapter takes each call before it makes it. What a chain asks for itself, such as whether a node is of its network, does not count. Safe from
 * any thread.
 */
public final class NodeCallBudget {

    private static final ThreadLocal<Option<NodeCallBudget>> OF_THREAD = ThreadLocal.withInitial(Option::none);

    private final Option<String> requestId;
    private final int calls;
    private final AtomicInteger left;

    private NodeCallBudget(Option<String> requestId, int calls) {
        this.requestId = requestId;
        this.calls = calls;
        this.left = new AtomicInteger(calls);
    }

    /** Runs {@code work} as a request of at most {@code calls} calls, or as a part of the one that the thread serves. */
    public static <T> T request(int calls, Supplier<T> work) {
        return request(Option.none(), calls, work);
    }

    /**
     * The same.
     *
     * @param requestId for log lines about its calls
     */
    public static <T> T request(Option<String> requestId, int calls, Supplier<T> work) {
        return OF_THREAD.get().isDefined() ? work.get() : within(Option.some(new NodeCallBudget(requestId, calls)), work);
    }

    /** The id of the request that the thread serves. */
    public static Option<String> requestId() {
        return OF_THREAD.get().flatMap(budget -> budget.requestId);
    }

    /** Takes {@code calls} from the request that the thread serves; a fault if it has fewer left. Then none of them may be made. */
    public static Option<ChainFault> take(int calls) {
        return OF_THREAD.get().flatMap(budget -> budget.taken(calls));
    }

    /** Gives back calls that were taken and never left. */
    public static void giveBack(int calls) {
        OF_THREAD.get().forEach(budget -> budget.left.addAndGet(calls));
    }

    /** Whether the request that the thread serves may make {@code calls} more. */
    public static boolean hasLeft(int calls) {
        return OF_THREAD.get().forAll(budget -> budget.left.get() >= calls);
    }

    /** The same read. Its calls count for the request that the calling thread serves, on whichever thread it runs. */
    public static <T> Supplier<T> counted(Supplier<T> read) {
        Option<NodeCallBudget> budget = OF_THREAD.get();
        return () -> within(budget, read);
    }

    private Option<ChainFault> taken(int more) {
        boolean enough = left.addAndGet(-more) >= 0;
        if (!enough) {
            left.addAndGet(more);
        }
        return Option.when(!enough, () -> new ChainFault.BudgetExceeded(calls));
    }

    private static <T> T within(Option<NodeCallBudget> budget, Supplier<T> work) {
        Option<NodeCallBudget> before = OF_THREAD.get();
        OF_THREAD.set(budget);
        try {
            return work.get();
        } finally {
            if (before.isEmpty()) {
                OF_THREAD.remove();
            } else {
                OF_THREAD.set(before);
            }
        }
    }
}
