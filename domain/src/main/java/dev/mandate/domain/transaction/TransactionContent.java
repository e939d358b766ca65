package dev.mandate.domain.transaction;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The content of a transaction, which is voted on. */
public sealed interface TransactionContent {

    /** Whether it can no longer be executed once it is stale, even if it was approved before. */
    default boolean endsWhenStale() {
        return switch (this) {
            case SettingsChange change -> true;
            case VaultInstructions instructions -> false;
            case Opaque opaque -> false;
        };
    }

    /** Returns the actions of a settings change; empty for other content. */
    default Array<SettingsAction> settingsActions() {
        return switch (this) {
            case SettingsChange(Array<SettingsAction> actions) -> actions;
            case VaultInstructions instructions -> Array.empty();
            case Opaque opaque -> Array.empty();
        };
    }

    /** Returns the instructions that a vault signs; none for other content. */
    default Option<VaultInstructions> vaultInstructions() {
        return switch (this) {
            case VaultInstructions instructions -> Option.some(instructions);
            case SettingsChange change -> Option.none();
            case Opaque opaque -> Option.none();
        };
    }

    /**
     * A change of the account's own settings. Once the settings change it is stale and is never executed,
     * even if it was approved before.
     *
     * @param actions run in this order; only their outcome must be governable
     */
    record SettingsChange(Array<SettingsAction> actions) implements TransactionContent {}

    /**
     * Instructions that a vault of the account signs. Once approved they may be executed even if the settings change.
     *
     * @param vaultIndex the vault that signs, 0 to 255; the smart account address is vault 0
     * @param message the instructions in the program's own encoding; the life cycle does not read it
     */
    record VaultInstructions(int vaultIndex, Bytes message) implements TransactionContent {
        public VaultInstructions {
            if (vaultIndex < 0 || vaultIndex > 255) {
                throw new IllegalArgumentException("a vault index is one byte, not " + vaultIndex);
            }
        }
    }

    /**
     * Content that the program may execute but that cannot be read here, such as a batch. It can be rejected and cancelled; this engine
     * neither approves nor executes it.
     *
     * @param why its kind, or the part that cannot be read
     * @param stored the bytes that cannot be read
     */
    record Opaque(String why, Bytes stored) implements TransactionContent {}
}
