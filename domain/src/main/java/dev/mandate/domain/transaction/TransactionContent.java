package dev.mandate.domain.transaction;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** What is voted on. */
public sealed interface TransactionContent {

    /** Whether it can no longer be executed once it is stale, even if it was approved before. */
    default boolean endsWhenStale() {
        return switch (this) {
            case SettingsChange change -> true;
            case VaultInstructions instructions -> false;
            case Opaque opaque -> false;
        };
    }

    /** What this changes in the account's own settings. */
    default Array<SettingsAction> settingsActions() {
        return switch (this) {
            case SettingsChange(Array<SettingsAction> actions) -> actions;
            case VaultInstructions instructions -> Array.empty();
            case Opaque opaque -> Array.empty();
        };
    }

    /** What a vault signs, if that is what this is. */
    default Option<VaultInstructions> vaultInstructions() {
        return switch (this) {
            case VaultInstructions instructions -> Option.some(instructions);
            case SettingsChange change -> Option.none();
            case Opaque opaque -> Option.none();
        };
    }

    /**
     * A change of the account's own settings. It dies with the settings under which it was proposed: once stale it is never
     * executed, even if it was approved before.
     *
     * @param actions run in this order; only their outcome must be governable
     */
    record SettingsChange(Array<SettingsAction> actions) implements TransactionContent {}

    /**
     * Instructions that a vault of the account signs. Once approved they may be executed however much the settings change.
     *
     * @param vaultIndex which vault signs, 0 to 255; the smart account address is vault 0
     * @param message the instructions in the program's own encoding; the life cycle does not look inside
     */
    record VaultInstructions(int vaultIndex, Bytes message) implements TransactionContent {
        public VaultInstructions {
            if (vaultIndex < 0 || vaultIndex > 255) {
                throw new IllegalArgumentException("a vault index is one byte, not " + vaultIndex);
            }
        }
    }

    /**
     * Content that the program may carry out, and that is not understood here: a batch, say. It can be rejected and cancelled; it is
     * neither approved nor executed by this engine.
     *
     * @param why what it is, or what cannot be read of it
     * @param stored the bytes that are not understood
     */
    record Opaque(String why, Bytes stored) implements TransactionContent {}
}
