package dev.mandate.ports.api.refusal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.review.GiveawayWarning;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The words of answers for values that have no text of their own. */
public final class RefusalText {

    private static final DateTimeFormatter RFC_3339 =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z: a date-time of RFC 3339 has a year of four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;

    private RefusalText() {}

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

    /** A date-time of RFC 3339 in UTC, in whole seconds; beyond the years 0 to 9999 the nearest one within them. */
    public static String time(UnixTime time) {
        return RFC_3339.format(Instant.ofEpochSecond(Math.clamp(time.seconds(), FIRST_SECOND, LAST_SECOND)));
    }

    /** A constant's name in lower case: {@code gives_away_vault}. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** A sentence that says which instruction gives what away. */
    public static String message(GiveawayWarning warning) {
        String effect =
                switch (warning.code()) {
                    case GIVES_AWAY_VAULT -> "gives away the vault %s: no transfer can leave it afterwards";
                    case GIVES_AWAY_TOKEN_AUTHORITY -> "gives away an authority over the token account or mint %s";
                    case CLOSES_TOKEN_ACCOUNT_ELSEWHERE -> "sends lamports of the token account %s elsewhere than to the vault";
                    case APPROVES_DELEGATE -> "lets a delegate move tokens of the token account %s";
                    case GIVES_AWAY_PROGRAM -> "gives away the authority over the program or buffer %s, or closes it";
                    case GIVES_AWAY_STAKE -> "gives away an authority over the stake or vote account %s";
                    case GIVES_AWAY_NONCE -> "gives away the authority over the durable nonce %s and its lamports";
                    case GIVES_AWAY_LOOKUP_TABLE -> "gives away the authority over the lookup table %s, or its lamports";
                    case UNUSABLE_RECEIVER -> "lets %s receive money, where nobody could use it";
                    case LOCKS_OUT -> "locks out: nobody who can act could change the settings of %s any more";
                };
        return "Instruction %s %s.".formatted(warning.instruction(), effect.formatted(warning.account()));
    }
}
