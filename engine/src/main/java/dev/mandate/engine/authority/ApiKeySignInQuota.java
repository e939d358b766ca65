package dev.mandate.engine.authority;

import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import io.vavr.control.Option;

/**
 * The challenges and the wrong codes of an API key in an hour, as earlier versions recorded them. Nothing counts for an API key any more: whoever
 * used up such a limit stopped the sign-in of all users of the key.
 */
public final class ApiKeySignInQuota {

    private static final EntityType<Count, Event> TYPE =
            EntityType.of("sign-in-quota", Count.class, Event.class, ApiKeySignInQuota::evolve);

    /** An hour's row has the number of its events of each kind. */
    public static final Projection PROJECTION = TYPE.projection();

    private ApiKeySignInQuota() {}

    private sealed interface Event {

        record Started() implements Event {}

        record CodeRejected() implements Event {}
    }

    private record Count(int starts, int wrongCodes) {}

    private static Count evolve(Option<Count> before, Event event) {
        Count count = before.getOrElse(new Count(0, 0));
        return switch (event) {
            case Event.Started started -> new Count(count.starts() + 1, count.wrongCodes());
            case Event.CodeRejected rejected -> new Count(count.starts(), count.wrongCodes() + 1);
        };
    }
}
