package dev.mandate.ports.refusal;

import dev.mandate.ports.program.GiveawayWarning;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** How the wire spells what a transaction gives away. */
public final class Warnings {

    private Warnings() {}

    /** {@code gives_away_vault}. */
    public static String word(GiveawayWarning warning) {
        return Words.word(warning.code());
    }

    /** The code of {@code word}. */
    public static Option<GiveawayWarning.Code> of(String word) {
        return Array.of(GiveawayWarning.Code.values()).find(code -> Words.word(code).equals(word));
    }

    /** Every word. */
    public static Array<String> words() {
        return Array.of(GiveawayWarning.Code.values()).map(Words::word);
    }

    /** A sentence that says which instruction gives what away. */
    public static String message(GiveawayWarning warning) {
        String what =
                switch (warning.code()) {
                    case GIVES_AWAY_VAULT -> "gives the vault %s away: no transfer would leave it any more";
                    case GIVES_AWAY_TOKEN_AUTHORITY -> "gives away an authority over %s, a token account or a mint";
                    case CLOSES_TOKEN_ACCOUNT_ELSEWHERE -> "closes the token account %s, and its lamports don't go to the vault";
                    case APPROVES_DELEGATE -> "lets somebody else move tokens of the token account %s";
                };
        return "Instruction %s %s.".formatted(warning.instruction(), what.formatted(warning.account()));
    }
}
