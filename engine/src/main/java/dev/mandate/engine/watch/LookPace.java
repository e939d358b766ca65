package dev.mandate.engine.watch;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.watch.AccountInspection.Waited;
import io.vavr.control.Option;

/**
 * How often one account is looked at, and how long its history has been waited for. Anybody can send a transaction that names an account, so news alone
 * do not decide how often.
 *
 * @param lastLook time of the last look
 * @param minute its first look
 * @param looks in that minute
 * @param unclearSince the first look that a history did not explain; none if the last one was explained
 * @param unclearLooks looks since then
 */
record LookPace(UnixTime lastLook, UnixTime minute, int looks, Option<UnixTime> unclearSince, int unclearLooks) {

    static final LookPace NEW = new LookPace(new UnixTime(0), new UnixTime(0), 0, Option.none(), 0);

    /** A history is waited for as long as this, and for {@link #LEAST_LOOKS}. */
    static final long LONG_SECONDS = 60;

    static final long TOO_LONG_SECONDS = 3_600;

    static final long IN_VAIN_SECONDS = 86_400;

    private static final int LEAST_LOOKS = 2;
    private static final int LOOKS_PER_MINUTE = 20;
    private static final long MINUTE_SECONDS = 60;

    /** Whether a look is due; after a long wait they are a minute apart. */
    boolean allows(UnixTime now) {
        return waited(now) == Waited.SHORTLY
                ? looks < LOOKS_PER_MINUTE || now.secondsSince(minute) >= MINUTE_SECONDS
                : now.secondsSince(lastLook) >= MINUTE_SECONDS;
    }

    LookPace looked(UnixTime now) {
        return now.secondsSince(minute) >= MINUTE_SECONDS
                ? new LookPace(now, now, 1, unclearSince, unclearLooks)
                : new LookPace(now, minute, looks + 1, unclearSince, unclearLooks);
    }

    LookPace unclear(UnixTime now) {
        return new LookPace(lastLook, minute, looks, unclearSince.orElse(Option.some(now)), unclearLooks + 1);
    }

    LookPace clear() {
        return new LookPace(lastLook, minute, looks, Option.none(), 0);
    }

    Waited waited(UnixTime now) {
        long seconds = unclearSince.map(now::secondsSince).getOrElse(0L);
        if (unclearLooks < LEAST_LOOKS || seconds < LONG_SECONDS) {
            return Waited.SHORTLY;
        }
        if (seconds < TOO_LONG_SECONDS) {
            return Waited.LONG;
        }
        return seconds < IN_VAIN_SECONDS ? Waited.TOO_LONG : Waited.IN_VAIN;
    }
}
