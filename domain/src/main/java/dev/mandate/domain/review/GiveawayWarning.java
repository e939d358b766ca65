package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;

/**
 * A warning that an instruction gives something away for good: a right, or money that nobody can use afterwards.
 *
 * @param instruction zero-based, among the instructions that the vault signs; 0 for a change of settings and for what the transaction itself does.
 *     Content that this instruction proposes, approves or executes may give away other accounts' vaults
 * @param account the account that is given away, or that receives
 */
public record GiveawayWarning(Code code, int instruction, Address account) {

    /** The kind of right. */
    public enum Code {
        /** The vault itself: another program becomes its owner, or it gets data, so that no transfer can leave it. */
        GIVES_AWAY_VAULT,
        /** An authority over a token account or a mint. */
        GIVES_AWAY_TOKEN_AUTHORITY,
        /** A token account's lamports, and wrapped SOL: they go to another address than the vault. */
        CLOSES_TOKEN_ACCOUNT_ELSEWHERE,
        /** The right to move tokens. */
        APPROVES_DELEGATE,
        /** The authority over a program or a program's buffer, or the program itself. */
        GIVES_AWAY_PROGRAM,
        /** An authority over a stake or vote account. */
        GIVES_AWAY_STAKE,
        /** The authority over a durable nonce and its lamports. */
        GIVES_AWAY_NONCE,
        /** The authority over a lookup table, or its lamports. */
        GIVES_AWAY_LOOKUP_TABLE,
        /** Money, or the right to get some, for an address where nobody can use it. */
        UNUSABLE_RECEIVER,
        /** The account itself: nobody who can act could change its settings any more. */
        LOCKS_OUT
    }
}
