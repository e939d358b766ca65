package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferExtend;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreateFromBuffer;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Generates vault transactions, and the buffers that they may use. */
final class BufferScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final SeededChoices choices;
    private final MultisigView view;

    BufferScripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
    }

    SquadsInstruction vault() {
        int vaultIndex = choices.percent(90) ? 0 : 1;
        int ephemeral = choices.percent(70) ? 0 : 1 + choices.below(2);
        Address transaction = view.transaction(view.newest() + 1);
        Array<Address> signers = Array.range(0, ephemeral)
                .map(i -> ComparisonAccounts.SQUADS.ephemeralSigner(transaction, i).address());
        Bytes message =
                new MessageScripts(choices, view, vaultIndex).message(signers).toArgument();
        if (choices.percent(5)) {
            message = choices.percent(50) ? Bytes.of(message.toArray(), 0, choices.below(message.length())) : append(message);
        }
        return new VaultTransactionCreate(
                view.address,
                transaction,
                view.member(choices, 1),
                view.payer(choices),
                vaultIndex,
                ephemeral,
                message,
                NO_MEMO);
    }

    SquadsInstruction buffer() {
        Address creator = view.member(choices, 1);
        Address buffer =
                ComparisonAccounts.SQUADS.transactionBuffer(view.address, creator, 0).address();
        Option<TransactionBufferAccount> there = view.read(buffer, TransactionBufferAccount::decode);
        Bytes message =
                new MessageScripts(new SeededChoices(7), view, 0).message(Array.empty()).toArgument();
        if (there.isEmpty()) {
            int size = choices.percent(85) ? message.length() : choices.of(0, 10_128, 10_129, 65_535, message.length() + 1);
            return new TransactionBufferCreate(
                    view.address,
                    buffer,
                    creator,
                    view.payer(choices),
                    0,
                    0,
                    choices.percent(90) ? Sha256.of(message) : Bytes32.ZERO,
                    size,
                    Bytes.of(message.toArray(), 0, choices.of(message.length(), message.length() / 2)));
        }
        int have = there.get().buffer().length();
        return switch (choices.below(5)) {
            case 0, 1 ->
                new TransactionBufferExtend(
                        view.address,
                        buffer,
                        creator,
                        choices.percent(80) && have <= message.length()
                                ? Bytes.of(message.toArray(), have, message.length() - have)
                                : Bytes.of(new byte[choices.below(40)]));
            case 2 -> new TransactionBufferClose(view.address, buffer, creator);
            default ->
                new VaultTransactionCreateFromBuffer(
                        new VaultTransactionCreate(
                                view.address,
                                view.transaction(view.newest() + 1),
                                creator,
                                view.payer(choices),
                                0,
                                choices.percent(80) ? 0 : 2,
                                choices.percent(95)
                                        ? VaultTransactionCreateFromBuffer.EMPTY_MESSAGE
                                        : message,
                                NO_MEMO),
                        buffer,
                        choices.percent(97) ? creator : choices.person());
        };
    }

    private static Bytes append(Bytes bytes) {
        return Bytes.of(java.util.Arrays.copyOf(bytes.toArray(), bytes.length() + 3));
    }
}
