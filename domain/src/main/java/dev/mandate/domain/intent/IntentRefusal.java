package dev.mandate.domain.intent;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Why an intent has no effect. */
public sealed interface IntentRefusal {

    /**
     * The signed content is not what is asked.
     *
     * @param fields the names of fields that are missing, differ or are too many
     */
    record Mismatch(Array<String> fields) implements IntentRefusal {}

    /** It has expired. */
    record Expired(UnixTime expiresAt, UnixTime now) implements IntentRefusal {}

    /** It would be good for too long. */
    record ExpiresTooLate(UnixTime expiresAt, UnixTime latest) implements IntentRefusal {}

    /**
     * A signature is not that of the named address, or is of other bytes.
     *
     * @param index zero-based, among those given
     */
    record SignatureInvalid(int index, Address address) implements IntentRefusal {}

    /**
     * A signature is by the key of a session that has ended.
     *
     * @param index zero-based, among those given
     */
    record SessionOver(int index) implements IntentRefusal {}

    /**
     * Too few signers that can vote have signed, and the admin has not.
     *
     * @param signed who signed
     * @param votes how many of them can vote
     */
    record BelowThreshold(Array<Address> signed, int votes, int threshold, Option<Address> admin) implements IntentRefusal {}

    /** Nobody of those who are entitled has signed. */
    record NotEntitled(Array<Address> signed, Array<Address> entitled) implements IntentRefusal {}

    /**
     * The journal has lost commits, so it may have accepted this intent without knowing.
     *
     * @param after an intent that expires later was signed since
     */
    record MayBeSpent(UnixTime expiresAt, UnixTime after) implements IntentRefusal {}

    /** The account accepted an intent with this nonce before. */
    record Spent(IntentNonce nonce) implements IntentRefusal {}
}
