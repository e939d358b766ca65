package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;

/** Why a transaction is neither built nor submitted, although the account's rules may allow it. */
public sealed interface ReviewFinding {

    /**
     * An instruction does not operate on the account.
     *
     * @param instruction zero-based, among the outer instructions
     * @param program that it calls
     */
    record ForeignInstruction(int instruction, Address program) implements ReviewFinding {}

    /** No instruction operates on the account. */
    record NothingOnAccount() implements ReviewFinding {}

    /**
     * It advances a durable nonce that the account does not allow, or not as its first instruction.
     *
     * @param instruction zero-based, among the outer instructions
     */
    record NonceNotAllowed(int instruction, Address nonceAccount) implements ReviewFinding {}

    /** It uses or makes a durable nonce whose authority is no signer of the account: a stranger could void or keep alive what is signed. */
    record NonceOfStranger(Address nonceAccount, Address authority) implements ReviewFinding {}

    /**
     * Its priority fee is too high.
     *
     * @param fee in lamports
     * @param limit the most that the operator allows
     */
    record PriorityFeeTooHigh(BaseUnits fee, BaseUnits limit) implements ReviewFinding {}

    /** The operator's fee payer would pay. It pays only for accounts that the engine makes at the operator's cost. */
    record OperatorPays(Address operator) implements ReviewFinding {}

    /** The operator's fee payer would have to sign. It signs only creations that the engine built. */
    record OperatorSigns(Address operator) implements ReviewFinding {}

    /** The operator's fee payer would get a role. It would never act in it. */
    record OperatorAppointed(GrantedRole.Role role, Address operator) implements ReviewFinding {}

    /** The address would get a role and can never sign in it. */
    record CannotSign(GrantedRole.Role role, Address address) implements ReviewFinding {}

    /** A new signer or spender is a passkey's address. Only the external signature program signs for it, which is not supported yet. */
    record SignerNeedsExternalProgram(Address passkey) implements ReviewFinding {}

    /** The token of a new spending limit does not exist: no use of the limit could succeed. */
    record NoSuchMint(Address mint) implements ReviewFinding {}

    /** It gives something away for good, and the caller has not acknowledged that. */
    record NeedsAcknowledgement(Array<GiveawayWarning> warnings) implements ReviewFinding {}

    /** A vote does not name what it is for, or content cannot be shown to those who sign. */
    record VoteRefused(VoteProblem problem) implements ReviewFinding {}

    /** It makes or uses a limit with other terms than those that the engine has recorded for its address. */
    record LimitDiffers(Address limit) implements ReviewFinding {}
}
