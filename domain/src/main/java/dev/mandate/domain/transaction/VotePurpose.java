package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Bytes32;
import io.vavr.control.Option;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content that a vote is meant for. On the chain a vote names only an index, and counts for any proposal under it. So its memo names
 * the content, and the engine compares the two before it submits the vote.
 *
 * @param index of the account's transaction, from 1 on
 * @param fingerprint of its content; {@link #NOTHING} if the content is gone
 */
public record VotePurpose(long index, Bytes32 fingerprint) {

    /** Stands for closed content. */
    public static final Bytes32 NOTHING = Bytes32.ZERO;

    private static final Pattern FORM = Pattern.compile("for ([1-9][0-9]{0,17}): ([^;]*)(; .*)?", Pattern.DOTALL);

    public VotePurpose {
        if (index < 1) {
            throw new IllegalArgumentException("transactions are counted from 1, not " + index);
        }
    }

    /** Returns a memo such as {@code for 7: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi}. */
    public Memo toMemo() {
        return new Memo("for " + index + ": " + Base58.encode(fingerprint.toArray()));
    }

    /** Returns the same memo with the voter's own note if there is room: {@code for 7: 4vJ9…; rent for May}. */
    public Memo toMemo(Option<Memo> note) {
        return note.flatMap(own -> Memo.parse(toMemo().text() + "; " + own.text()).toOption())
                .getOrElse(this::toMemo);
    }

    /** Returns the purpose in this memo, with or without a note; none if the memo does not have exactly this form. */
    public static Option<VotePurpose> of(String memo) {
        Matcher words = FORM.matcher(memo);
        return Option.when(words.matches(), () -> words)
                .flatMap(form -> Base58.decode(form.group(2)).toOption())
                .filter(bytes -> bytes.length == Bytes32.LENGTH)
                .map(bytes -> new VotePurpose(Long.parseLong(words.group(1)), Bytes32.of(bytes)));
    }
}
