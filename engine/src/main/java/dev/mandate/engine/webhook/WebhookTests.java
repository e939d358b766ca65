package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import io.vavr.control.Option;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Tests of webhooks wait for receivers within a request: one of a tenant at a time, and a few in all. */
final class WebhookTests {

    private static final int MOST = 8;

    private final Semaphore free = new Semaphore(MOST);
    private final Set<Tenant> testing = ConcurrentHashMap.newKeySet();

    /** The result of {@code test}; none if others run, so that it is not begun. */
    <T> Option<T> run(Tenant tenant, Supplier<T> test) {
        if (!testing.add(tenant)) {
            return Option.none();
        }
        try {
            return inTurn(test);
        } finally {
            testing.remove(tenant);
        }
    }

    private <T> Option<T> inTurn(Supplier<T> test) {
        if (!free.tryAcquire()) {
            return Option.none();
        }
        try {
            return Option.some(test.get());
        } finally {
            free.release();
        }
    }
}
