package dev.mandate.adapters.http.codec;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Reads the ends of a period: a date, which is a whole day in UTC, or an RFC 3339 date-time. */
public final class Times {

    private static final long DAY_SECONDS = 86_400;
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern DATE_TIME = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");

    private Times() {}

    /** Returns the first whole second at or after {@code text}; none if it is no time. */
    public static Option<UnixTime> first(String text) {
        return day(text).map(UnixTime::new)
                .orElse(() -> moment(text).map(moment ->
                        new UnixTime(moment.toEpochSecond()).plusSeconds(moment.getNano() == 0 ? 0 : 1)));
    }

    /** Returns the last whole second at or before {@code text}; none if it is no time. */
    public static Option<UnixTime> last(String text) {
        return day(text).map(start -> new UnixTime(start + DAY_SECONDS - 1))
                .orElse(() -> moment(text).map(moment -> new UnixTime(moment.toEpochSecond())));
    }

    /** Returns the start of the day. */
    private static Option<Long> day(String text) {
        if (!DATE.matcher(text).matches()) {
            return Option.none();
        }
        try {
            return Option.some(LocalDate.parse(text).atStartOfDay().toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeException noSuchDay) {
            return Option.none();
        }
    }

    private static Option<OffsetDateTime> moment(String text) {
        if (!DATE_TIME.matcher(text).matches()) {
            return Option.none();
        }
        try {
            return Option.some(OffsetDateTime.parse(text));
        } catch (DateTimeException noSuchTime) {
            return Option.none();
        }
    }
}
