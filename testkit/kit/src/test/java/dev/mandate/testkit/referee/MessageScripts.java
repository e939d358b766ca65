package dev.mandate.testkit.referee;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.AssociatedTokenInstruction;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.instruction.ConfigAuthorityAccounts;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigChange;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** Generates messages for a vault to sign. */
final class MessageScripts {

    private final SeededChoices choices;
    private final MultisigView view;
    private final Address vault;

    MessageScripts(SeededChoices choices, MultisigView view, int vaultIndex) {
        this.choices = choices;
        this.view = view;
        this.vault = ComparisonAccounts.vault(view.number, vaultIndex);
    }

    TransactionMessage message(Array<Address> ephemeral) {
        Array<Instruction> instructions = choices.some(0, 2, () -> instruction(ephemeral));
        TransactionMessage message = compile(instructions, choices.percent(25));
        return choices.percent(6) ? broken(message) : message;
    }

    private TransactionMessage broken(TransactionMessage message) {
        int signers = Math.max(0, message.numSigners() + choices.below(3) - 1);
        int writable = Math.max(0, message.numWritableSigners() + choices.below(3) - 1);
        int others = Math.max(0, message.numWritableNonSigners() + choices.below(3) - 1);
        Array<CompiledInstruction> instructions = choices.percent(70)
                ? Array.ofAll(message.instructions())
                : Array.of(new CompiledInstruction(choices.below(4), Bytes.of((byte) choices.below(5)), Bytes.EMPTY));
        return new TransactionMessage(
                signers, writable, others, message.accountKeys(), instructions, message.lookups());
    }

    private Instruction instruction(Array<Address> ephemeral) {
        Address to = choices.percent(10) ? vault : choices.person();
        return switch (choices.below(10)) {
            case 9 ->
                AssociatedTokenProgram.encode(
                        choices.percent(50)
                                ? new AssociatedTokenInstruction.Create(
                                        vault, choices.person(), choices.among(ComparisonAccounts.MINTS), TokenProgram.TOKEN)
                                : new AssociatedTokenInstruction.CreateIdempotent(
                                        vault, choices.person(), choices.among(ComparisonAccounts.MINTS), TokenProgram.TOKEN));
            case 0, 1, 2 ->
                SystemProgram.transfer(
                        vault,
                        to,
                        BaseUnits.of(choices.of(0L, 1L, 900_000L, 1_000_000_000L, 5_000_000_000L, 9_000_000_000L)));
            case 3 -> {
                Address mint = choices.among(ComparisonAccounts.MINTS);
                yield TokenProgram.TOKEN.transferChecked(
                        ComparisonAccounts.tokens(vault, mint),
                        mint,
                        ComparisonAccounts.tokens(to, mint),
                        vault,
                        BaseUnits.of(choices.of(0, 1, 10_000, 50_000, 60_000)),
                        choices.percent(10) ? 5 : ComparisonAccounts.DECIMALS);
            }
            case 4 ->
                ephemeral.isEmpty()
                        ? memo(vault)
                        : SystemProgram.createAccount(
                                vault,
                                choices.among(ephemeral),
                                BaseUnits.of(choices.of(890_880L, 5_000_000L, 1L)),
                                choices.below(20),
                                choices.percent(50) ? ComparisonAccounts.MINTS.head() : Address.ZERO);
            case 5 -> memo(choices.percent(50) ? vault : choices.person());
            default -> squads(nested());
        };
    }

    private static Instruction memo(Address signer) {
        return new Instruction(MemoProgram.ID, Array.of(AccountMeta.signer(signer)), Bytes.of((byte) 'h', (byte) 'i'));
    }

    private static Instruction squads(SquadsInstruction instruction) {
        return InstructionCodec.V4.encode(instruction);
    }

    /** Returns a call of the program by itself, with the vault as authority or as a member of one of the multisigs. */
    private SquadsInstruction nested() {
        SettingsAddress target = ComparisonAccounts.MULTISIGS.get(choices.below(10) < 7 ? view.number : 1 - view.number);
        long index = Math.max(1, view.newest() + 1 - choices.below(3));
        Address proposal = ComparisonAccounts.SQUADS.proposal(target, index).address();
        ConfigAuthorityAccounts accounts =
                new ConfigAuthorityAccounts(target, vault, choices.maybe(50, () -> vault), choices.percent(70));
        return switch (choices.below(8)) {
            case 0 -> new ProposalVote(ProposalVote.Kind.APPROVE, target, vault, proposal, Option.none());
            case 1 -> new ProposalVote(ProposalVote.Kind.REJECT, target, vault, proposal, Option.none());
            case 2 -> new ProposalVote(ProposalVote.Kind.CANCEL_V2, target, vault, proposal, Option.none());
            case 3 -> new ProposalCreate(target, proposal, vault, vault, index, choices.percent(30));
            case 4 ->
                change(
                        accounts,
                        new SettingsAction.AddSigner(
                                new Signer(choices.person(), new Permissions(choices.below(8)))));
            case 5 -> change(accounts, new SettingsAction.RemoveSigner(choices.person()));
            case 6 -> change(accounts, new SettingsAction.ChangeThreshold(new Threshold(choices.below(4))));
            default -> change(accounts, new SettingsAction.SetTimeLock(new TimeLock(choices.below(100))));
        };
    }

    private static SquadsInstruction change(
            ConfigAuthorityAccounts accounts, SettingsAction.GovernanceAction action) {
        return new MultisigChange(accounts, action, Option.none());
    }

    /** Compiles a message with keys in the program's order. */
    private static TransactionMessage compile(Array<Instruction> instructions, boolean withTable) {
        Map<Address, AccountMeta> merged = LinkedHashMap.empty();
        for (Instruction instruction : instructions) {
            for (AccountMeta meta : instruction.accounts().append(AccountMeta.readonly(instruction.program()))) {
                merged = merged.put(
                        meta.address(),
                        meta,
                        (a, b) -> new AccountMeta(a.address(), a.signer() || b.signer(), a.writable() || b.writable()));
            }
        }
        Predicate<AccountMeta> loads =
                meta -> withTable && !meta.signer() && ComparisonAccounts.TABLE.entries().contains(meta.address());
        Array<AccountMeta> loaded = merged.values().filter(loads).toArray();
        Array<AccountMeta> loadedWritable = loaded.filter(AccountMeta::writable);
        Array<AccountMeta> loadedReadonly = loaded.reject(AccountMeta::writable);
        Array<AccountMeta> all = merged.values().reject(loads).toArray();
        Array<AccountMeta> keys = all.filter(m -> m.signer() && m.writable())
                .appendAll(all.filter(m -> m.signer() && !m.writable()))
                .appendAll(all.filter(m -> !m.signer() && m.writable()))
                .appendAll(all.filter(m -> !m.signer() && !m.writable()));
        Array<Address> addresses =
                keys.appendAll(loadedWritable).appendAll(loadedReadonly).map(AccountMeta::address);
        return new TransactionMessage(
                keys.count(AccountMeta::signer),
                keys.count(m -> m.signer() && m.writable()),
                keys.count(m -> !m.signer() && m.writable()),
                addresses.take(keys.size()),
                instructions.map(ix ->
                        new CompiledInstruction(addresses.indexOf(ix.program()), indexes(ix, addresses), ix.data())),
                loaded.isEmpty()
                        ? Array.empty()
                        : Array.of(new TableLookup(
                                ComparisonAccounts.TABLE.table(), entries(loadedWritable), entries(loadedReadonly))));
    }

    private static Bytes entries(Array<AccountMeta> loaded) {
        byte[] entries = new byte[loaded.size()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = (byte) ComparisonAccounts.TABLE.entries().indexOf(loaded.get(i).address());
        }
        return Bytes.of(entries);
    }

    private static Bytes indexes(Instruction instruction, Array<Address> keys) {
        byte[] indexes = new byte[instruction.accounts().size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = (byte) keys.indexOf(instruction.accounts().get(i).address());
        }
        return Bytes.of(indexes);
    }
}
