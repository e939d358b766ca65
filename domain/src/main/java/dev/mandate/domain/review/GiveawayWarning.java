package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;

/**
 * A warning that an instruction gives away a right for good, not just an amount.
 *
 * @param instruction zero-based, among the instructions that the vault signs. Other accounts' vaults may be given away by content that this
 *     instruction proposes, approves or executes
 * @param account the account that is given away
 */
public record GiveawayWarning(Code code, int instruction, Address account) {

    /** The kind of right. */
    public enum Code {
        /** The vault itself: another program becomes its owner, or it gets data, so that no transfer can leave it. */
        GIVES_AWAY_VAULT,
        /** An authority over a token account or a mint. */
        GIVES_AWAY_TOKEN_AUTHORITY,
        /** A token account's lamports: they go to another address than the vault. */
        CLOSES_TOKEN_ACCOUNT_ELSEWHERE,
        /** The right to move tokens. */
        APPROVES_DELEGATE
    }
}
