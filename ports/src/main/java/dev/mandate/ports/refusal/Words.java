package dev.mandate.ports.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Traversable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How the wire spells what has no spelling of its own. */
public final class Words {

    private static final DateTimeFormatter RFC_3339 =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z: a date-time of RFC 3339 has a year of four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;

    private Words() {}

    /** The interface's word for a state: draft, proposed, approved, executed, rejected or cancelled. */
    public static String status(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Draft draft -> "draft";
            case Proposal.Active active -> "proposed";
            case Proposal.Approved approved -> "approved";
            case Proposal.Executed executed -> "executed";
            case Proposal.Rejected rejected -> "rejected";
            case Proposal.Cancelled cancelled -> "cancelled";
        };
    }

    /** A date-time of RFC 3339 in UTC, to the second; beyond the years 0 to 9999 the nearest that there is. */
    public static String time(UnixTime time) {
        return RFC_3339.format(Instant.ofEpochSecond(Math.clamp(time.seconds(), FIRST_SECOND, LAST_SECOND)));
    }

    /** {@code approve}, {@code reject} or {@code cancel}. */
    public static String vote(Vote vote) {
        return word(vote);
    }

    /** A constant's name in lower case. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@code 1 signer}, {@code 3 signers}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Addresses in a sentence or a fact, parted by commas. */
    static String list(Traversable<?> things) {
        return things.mkString(", ");
    }

    /** {@code CAN_VOTE or CAN_INITIATE}. */
    static String either(Traversable<?> things) {
        return things.mkString(" or ");
    }

    /** {@code A is no signer}, {@code A, B are no signers}. */
    static String areNot(Traversable<Address> addresses, String noun) {
        return list(addresses) + (addresses.size() == 1 ? " is no " + noun : " are no " + noun + "s");
    }
}
