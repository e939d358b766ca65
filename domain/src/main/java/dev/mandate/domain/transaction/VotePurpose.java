package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Bytes32;
import io.vavr.control.Option;

/**
 * What a vote is meant for. On the chain a vote names an index alone, and counts for whatever is proposed under it. One that is signed
 * together with the proposal, and lands after it, says in its memo what content it is for, so that whoever brings it there can see first
 * whether that is what stands.
 *
 * @param index of the account's transaction, from 1 on
 * @param fingerprint of its content
 */
public record VotePurpose(long index, Bytes32 fingerprint) {

    private static final String BEGINNING = "for ";
    private static final String BETWEEN = ": ";

    public VotePurpose {
        if (index < 1) {
            throw new IllegalArgumentException("transactions are counted from 1, not " + index);
        }
    }

    /** Such as {@code for 7: 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi}. */
    public Memo toMemo() {
        return new Memo(BEGINNING + Long.toUnsignedString(index) + BETWEEN + Base58.encode(fingerprint.toArray()));
    }

    /** What a vote with this memo is meant for; none if it doesn't say in just these words. */
    public static Option<VotePurpose> of(String memo) {
        int colon = memo.indexOf(BETWEEN);
        return !memo.startsWith(BEGINNING) || colon < 0
                ? Option.none()
                : index(memo.substring(BEGINNING.length(), colon))
                        .flatMap(index -> Base58.decode(memo.substring(colon + BETWEEN.length()))
                                .toOption()
                                .filter(bytes -> bytes.length == Bytes32.LENGTH)
                                .map(bytes -> new VotePurpose(index, Bytes32.of(bytes))))
                        .filter(purpose -> purpose.toMemo().text().equals(memo));
    }

    private static Option<Long> index(String text) {
        return text.matches("[1-9][0-9]{0,17}") ? Option.some(Long.parseLong(text)) : Option.none();
    }
}
