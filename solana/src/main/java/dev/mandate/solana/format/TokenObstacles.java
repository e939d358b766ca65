package dev.mandate.solana.format;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.TokenObstacle;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Option;

/** Finds what prevents a transfer of tokens: the state of accounts, and Token-2022 extensions by number ({@code ExtensionType}). */
final class TokenObstacles {

    private static final int DEFAULT_ACCOUNT_STATE = 6;
    private static final int MEMO_TRANSFER = 8;

    private static final int AUTHORITY_LENGTH = 32;
    private static final int FROZEN_STATE = 2;

    private TokenObstacles() {}

    static Option<TokenObstacle> of(MintAccount mint) {
        if (mint.extension(MintExtensions.NON_TRANSFERABLE).isDefined()) {
            return Option.some(TokenObstacle.NON_TRANSFERABLE);
        }
        if (mint.extension(MintExtensions.TRANSFER_HOOK).exists(TokenObstacles::callsAProgram)) {
            return Option.some(TokenObstacle.TRANSFER_HOOK);
        }
        return mint.extension(MintExtensions.PAUSABLE).exists(content -> isSet(content, AUTHORITY_LENGTH, 1))
                ? Option.some(TokenObstacle.PAUSED)
                : Option.none();
    }

    static Option<TokenObstacle> from(TokenAccount account) {
        return account.state() == TokenAccount.State.FROZEN ? Option.some(TokenObstacle.FROZEN) : Option.none();
    }

    static Option<TokenObstacle> to(TokenAccount account) {
        return from(account)
                .orElse(() -> account.extension(MEMO_TRANSFER).exists(content -> isSet(content, 0, 1))
                        ? Option.some(TokenObstacle.NEEDS_MEMO)
                        : Option.none());
    }

    static Option<TokenObstacle> toNew(MintAccount mint) {
        return mint.extension(DEFAULT_ACCOUNT_STATE).exists(content -> isSet(content, 0, FROZEN_STATE))
                ? Option.some(TokenObstacle.STARTS_FROZEN)
                : Option.none();
    }

    /** The program's address follows the authority; it is all zero if there is no program. */
    private static boolean callsAProgram(Bytes content) {
        for (int i = AUTHORITY_LENGTH; i < content.length(); i++) {
            if (content.at(i) != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSet(Bytes content, int offset, int value) {
        return content.length() > offset && content.at(offset) == value;
    }
}
