package dev.mandate.ports.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.custody.BuildRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** Why a transaction is not taken to the chain. */
public sealed interface SubmissionRefusal {

    /**
     * Several things speak against it, each of which is enough.
     *
     * @param all at least two, none of them several itself
     */
    record Several(Array<SubmissionRefusal> all) implements SubmissionRefusal {
        public Several {
            if (all.length() < 2 || all.exists(one -> one instanceof Several)) {
                throw new IllegalArgumentException("not several refusals: " + all);
            }
        }
    }

    /**
     * All of {@code refusals} as one.
     *
     * @throws IllegalArgumentException if there is none
     */
    static SubmissionRefusal of(Seq<SubmissionRefusal> refusals) {
        Array<SubmissionRefusal> all = Array.ofAll(refusals).flatMap(SubmissionRefusal::each).distinct();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a refusal of nothing");
        }
        return all.length() == 1 ? all.head() : new Several(all);
    }

    /** What it consists of: itself, unless it is several. */
    default Array<SubmissionRefusal> each() {
        return this instanceof Several(var all) ? all : Array.of(this);
    }

    /** The account is not this tenant's, or what the decision takes could not be read. */
    record NotAsked(BuildRefusal why) implements SubmissionRefusal {}

    /** No well-formed transaction. */
    record BadTransaction(String detail) implements SubmissionRefusal {}

    /**
     * An instruction does something else than to operate on the account.
     *
     * @param index zero-based, among the transaction's instructions
     * @param program whom it calls
     */
    record ForeignInstruction(int index, Address program) implements SubmissionRefusal {}

    /**
     * It advances a durable nonce: no account may use one here.
     *
     * @param index zero-based, among the transaction's instructions
     */
    record NonceNotAllowed(int index, Address nonceAccount) implements SubmissionRefusal {}

    /**
     * It pays too much to be preferred.
     *
     * @param fee in lamports
     * @param limit the most that the operator allows
     */
    record PriorityFeeTooHigh(BaseUnits fee, BaseUnits limit) implements SubmissionRefusal {}

    /** It makes an address admin that can never sign, and is no account of the tenant: the settings would be locked for good. */
    record KeylessAdmin(Address admin) implements SubmissionRefusal {}

    /** It does nothing to the account. */
    record NothingOnAccount() implements SubmissionRefusal {}

    /**
     * It votes where nothing is proposed yet. A vote names the number of what it is for, and would be for whatever is proposed under
     * that number first.
     *
     * @param proposal where the votes would be counted
     */
    record NotProposedYet(Address proposal) implements SubmissionRefusal {}

    /**
     * It votes on something else than what its votes say that they are for: somebody was faster.
     *
     * @param index under which the other stands
     */
    record AnotherProposed(long index) implements SubmissionRefusal {}

    /**
     * A vote does not say what it is for, and its transaction does not create that either. It would count for whatever stands there.
     *
     * @param proposal where it would be counted
     */
    record VoteNamesNothing(Address proposal) implements SubmissionRefusal {}

    /**
     * It creates, approves or executes what nobody can be shown.
     *
     * @param transaction where the content stands, or is to stand
     */
    record ContentOpaque(Address transaction, String why) implements SubmissionRefusal {}

    /** Signatures are missing. */
    record SignaturesMissing(Array<Address> signers) implements SubmissionRefusal {}

    /** A signature in the transaction is not valid for its signer. */
    record SignatureInvalid(Address signer) implements SubmissionRefusal {}

    /**
     * A signature that came beside the transaction is not valid for the signer whose it is said to be.
     *
     * @param index zero-based, among those given
     */
    record GivenSignatureInvalid(int index, Address signer) implements SubmissionRefusal {}

    /**
     * A signature that came beside the transaction is valid for nobody whom the transaction asks to sign.
     *
     * @param index zero-based, among those given
     */
    record SignatureFitsNobody(int index) implements SubmissionRefusal {}

    /** The operator's own key signs creations that were built here, and nothing else. */
    record FeePayerProtected(Address payer) implements SubmissionRefusal {}

    /** It makes the operator's own key a signer, a spender or an admin, or proposes that: it would never act as one. */
    record OperatorAppointed(Address operator) implements SubmissionRefusal {}

    /** The chain does not know its blockhash, or its nonce account holds another value: it can't land. */
    record BlockhashExpired(Blockhash blockhash) implements SubmissionRefusal {}

    /**
     * It would fail, as the chain stands now. It was not sent.
     *
     * @param logs the program's log lines
     */
    record WouldFail(TransactionFailure failure, Address payer, Seq<String> logs) implements SubmissionRefusal {}

    /**
     * The tenant has so many on their way already. Each is asked after until it is over, which one that lives by a nonce may never be.
     *
     * @param open how many, on this network
     */
    record TooManyOpen(int open) implements SubmissionRefusal {}

    /** The retry's key was used for something else. */
    record KeyReused() implements SubmissionRefusal {}
}
