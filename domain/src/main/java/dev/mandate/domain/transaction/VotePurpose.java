package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Bytes32;
import io.vavr.control.Option;

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

    private static final String BEGINNING = "for ";
    private static final String BETWEEN = ": ";
    private static final String NOTE = "; ";

    public VotePurpose {
        if (index < 1) {
            throw new IllegalArgumentException("transactions are counted from 1, not " + index);
        }
    }

    /** Returns a memo such as {@code for 7: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi}. */
    public Memo toMemo() {
        return new Memo(BEGINNING + Long.toUnsignedString(index) + BETWEEN + Base58.encode(fingerprint.toArray()));
    }

    /** Returns the same memo with the voter's own note if there is room: {@code for 7: 4vJ9…; rent for May}. */
    public Memo toMemo(Option<Memo> note) {
        return note.flatMap(own -> Memo.parse(toMemo().text() + NOTE + own.text()).toOption())
                .getOrElse(this::toMemo);
    }

    /** Returns the purpose in this memo, with or without a note; none if the memo does not have exactly this form. */
    public static Option<VotePurpose> of(String memo) {
        int note = memo.indexOf(NOTE);
        String words = note < 0 ? memo : memo.substring(0, note);
        int colon = words.indexOf(BETWEEN);
        return !words.startsWith(BEGINNING) || colon < 0
                ? Option.none()
                : index(words.substring(BEGINNING.length(), colon))
                        .flatMap(index -> Base58.decode(words.substring(colon + BETWEEN.length()))
                                .toOption()
                                .filter(bytes -> bytes.length == Bytes32.LENGTH)
                                .map(bytes -> new VotePurpose(index, Bytes32.of(bytes))))
                        .filter(purpose -> purpose.toMemo().text().equals(words));
    }

    private static Option<Long> index(String text) {
        return text.matches("[1-9][0-9]{0,17}") ? Option.some(Long.parseLong(text)) : Option.none();
    }
}
