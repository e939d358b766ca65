package dev.mandate.simulator.squads;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;

/** The three instructions for a buffer, which collects a message too large for one transaction. */
final class SimulatedBuffers {

    private SimulatedBuffers() {}

    private record CreateArgs(int bufferIndex, int vaultIndex, Bytes32 finalHash, int finalSize, Bytes slice) {
        static CreateArgs read(ByteReader in) {
            return new CreateArgs(in.u8(), in.u8(), in.bytes32(), in.u16(), in.bytes(in.u32()));
        }
    }

    static void create(Invocation invocation) {
        CreateArgs args = Arguments.read(invocation.data(), CreateArgs::read);
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount buffer = accounts.unchecked();
        RunningAccount creator = accounts.signer();
        RunningAccount rentPayer = accounts.signer();
        accounts.systemProgram();
        ProgramDerivedAddress derived =
                SquadsAccounts.ADDRESSES.transactionBuffer(SquadsAccounts.settings(multisig), creator.address(), args.bufferIndex());
        Constraint.init(invocation, buffer, derived, rentPayer, () -> space(args.finalSize()));
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(rentPayer);
        requireProposer(multisig, creator);
        write(
                buffer,
                new TransactionBufferAccount(
                        SquadsAccounts.settings(multisig),
                        creator.address(),
                        args.bufferIndex(),
                        args.vaultIndex(),
                        args.finalHash(),
                        args.finalSize(),
                        args.slice()));
    }

    static void extend(Invocation invocation) {
        Bytes slice = Arguments.read(invocation.data(), in -> in.bytes(in.u32()));
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        Stored<TransactionBufferAccount> buffer = accounts.stored(TransactionBufferAccount::decode);
        RunningAccount creator = accounts.signer();
        SquadsAccounts.requireAddress(multisig);
        requireCreators(SquadsAccounts.settings(multisig), buffer, creator);
        requireProposer(multisig, creator);
        TransactionBufferAccount before = buffer.content();
        if (slice.length() > before.finalBufferSize() - before.buffer().length()) {
            throw Rules.error(ProgramError.FINAL_BUFFER_SIZE_EXCEEDED);
        }
        write(
                buffer.view(),
                new TransactionBufferAccount(
                        before.multisig(),
                        before.creator(),
                        before.bufferIndex(),
                        before.vaultIndex(),
                        before.finalBufferHash(),
                        before.finalBufferSize(),
                        joined(before.buffer(), slice)));
    }

    static void close(Invocation invocation) {
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        Stored<TransactionBufferAccount> buffer = accounts.stored(TransactionBufferAccount::decode);
        RunningAccount creator = accounts.signer();
        SquadsAccounts.requireAddress(multisig);
        requireCreators(SquadsAccounts.settings(multisig), buffer, creator);
        Constraint.closeTo(buffer.view(), creator);
        Constraint.close(buffer.view(), creator);
    }

    /** Requires that the buffer is at its creator's address and that {@code creator} is its creator. */
    static void requireCreators(SettingsAddress multisig, Stored<TransactionBufferAccount> buffer, RunningAccount creator) {
        Constraint.seeds(
                buffer.view(),
                SquadsAccounts.ADDRESSES.transactionBuffer(
                        multisig, creator.address(), buffer.content().bufferIndex()));
        Constraint.mut(buffer.view());
        if (!buffer.content().creator().equals(creator.address())) {
            throw Rules.error(ProgramError.UNAUTHORIZED);
        }
    }

    private static int space(int finalSize) {
        if (finalSize > SquadsV4.MAX_BUFFER_BYTES) {
            throw Rules.error(ProgramError.FINAL_BUFFER_SIZE_EXCEEDED);
        }
        return TransactionBufferAccount.size(finalSize);
    }

    private static void requireProposer(Stored<MultisigAccount> multisig, RunningAccount creator) {
        for (SignerRefusal refusal : Rules.account(multisig.content())
                .settings()
                .roster()
                .require(creator.address(), Permission.CAN_INITIATE)
                .swap()) {
            throw Rules.abort(new Refusal.NotAllowed(refusal));
        }
    }

    private static void write(RunningAccount view, TransactionBufferAccount buffer) {
        if (buffer.buffer().length() > SquadsV4.MAX_BUFFER_BYTES) {
            throw Rules.error(ProgramError.FINAL_BUFFER_SIZE_EXCEEDED);
        }
        if (buffer.buffer().length() > buffer.finalBufferSize()) {
            throw Rules.error(ProgramError.FINAL_BUFFER_SIZE_MISMATCH);
        }
        Stored.write(view, buffer);
    }

    private static Bytes joined(Bytes first, Bytes second) {
        byte[] both = new byte[first.length() + second.length()];
        first.copyTo(both, 0);
        second.copyTo(both, first.length());
        return Bytes.of(both);
    }
}
