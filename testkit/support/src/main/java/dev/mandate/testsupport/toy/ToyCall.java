package dev.mandate.testsupport.toy;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * An instruction of the program. Each one names the same six accounts first: settings, content, proposal, who acts, who pays, the system program.
 *
 * @param index of the transaction; 0 for a creation
 * @param by who acts; for a creation the create key
 * @param further accounts of an execution, and signers beside a vote
 */
record ToyCall(SettingsAddress settings, long index, Address by, Address payer, Array<AccountMeta> further, Action action) {

    private static final int ACCOUNTS = 6;
    private static final int SIGNER_BYTES = 33;
    private static final int FIRST_VOTE = 4;
    private static final Array<Vote> VOTES = Array.of(Vote.APPROVE, Vote.REJECT, Vote.CANCEL);

    /** What it does. */
    sealed interface Action {
        record CreateAccount(Command.CreateAccount terms, Option<String> memo) implements Action {}

        record RecordContent(TransactionContent content, Option<String> memo) implements Action {}

        record Propose() implements Action {}

        record Activate() implements Action {}

        record CastVote(Vote vote, Option<String> memo) implements Action {}

        record Execute() implements Action {}
    }

    /** The call for an operation on the account with these settings. */
    static ToyCall of(SettingsAddress settings, Operation operation) {
        return switch (operation) {
            case Operation.CreateAccount create -> new ToyCall(
                    settings, 0, create.createKey(), create.payer(), Array.empty(), new Action.CreateAccount(create.command(), text(create.memo())));
            case Operation.CreateTransaction create -> new ToyCall(
                    settings, create.index(), create.by(), create.rentPayer(), Array.empty(), new Action.RecordContent(create.content(), text(create.memo())));
            case Operation.CreateProposal(Address by, Address payer, long index) ->
                new ToyCall(settings, index, by, payer, Array.empty(), new Action.Propose());
            case Operation.ActivateProposal(Address by, long index) -> new ToyCall(settings, index, by, by, Array.empty(), new Action.Activate());
            case Operation.CastVote(Address by, long index, Vote vote, var memo, Array<Address> others) ->
                new ToyCall(settings, index, by, by, others.map(AccountMeta::signer), new Action.CastVote(vote, text(memo)));
            case Operation.ExecuteChange(Address by, Address payer, long index, var change) ->
                new ToyCall(settings, index, by, payer, Array.empty(), new Action.Execute());
            case Operation.ExecuteInstructions(Address by, long index, var instructions, var tables) ->
                new ToyCall(settings, index, by, by, accounts(settings, instructions), new Action.Execute());
            case Operation.Close close -> throw absent();
            case Operation.ChangeAsAdmin change -> throw absent();
            case Operation.HandOver handOver -> throw absent();
            case Operation.Spend spend -> throw absent();
        };
    }

    private static IllegalArgumentException absent() {
        return new IllegalArgumentException("this program does not do this");
    }

    private static Option<String> text(Option<Memo> memo) {
        return memo.map(Memo::text);
    }

    /** The accounts of stored instructions. The program signs for the vault. */
    private static Array<AccountMeta> accounts(SettingsAddress settings, TransactionContent.VaultInstructions stored) {
        Address vault = ToyAddresses.vault(settings);
        return ToyContents.instructions(stored.message())
                .getOrElseThrow(() -> new IllegalArgumentException("no stored instructions"))
                .flatMap(one -> Array.of(AccountMeta.readonly(one.program()))
                        .appendAll(one.accounts().map(meta -> new AccountMeta(meta.address(), meta.signer() && !meta.address().equals(vault), meta.writable()))));
    }

    Instruction instruction() {
        Array<AccountMeta> first = Array.of(
                AccountMeta.writable(settings.address()),
                AccountMeta.writable(ToyAddresses.content(settings, index)),
                AccountMeta.writable(ToyAddresses.proposal(settings, index)),
                AccountMeta.signer(by),
                AccountMeta.writableSigner(payer),
                AccountMeta.readonly(SystemProgram.ID));
        return new Instruction(ToyAddresses.PROGRAM, first.appendAll(further), ByteWriter.write(this::write));
    }

    private void write(ByteWriter out) {
        out.u64(index);
        switch (action) {
            case Action.CreateAccount(var terms, var memo) -> {
                out.u8(0);
                ToyContents.list(out, terms.signers(), ToyContents::write);
                out.u16(terms.threshold().value());
                out.u32(terms.timeLock().seconds());
                out.address(terms.admin().toAuthority());
                out.option(terms.rentCollector(), (address, to) -> to.address(address));
                out.option(memo, (text, to) -> to.string(text));
            }
            case Action.RecordContent(var content, var memo) -> {
                out.u8(1);
                ToyContents.write(content, out);
                out.option(memo, (text, to) -> to.string(text));
            }
            case Action.Propose propose -> out.u8(2);
            case Action.Activate activate -> out.u8(3);
            case Action.CastVote(Vote vote, var memo) -> {
                out.u8(FIRST_VOTE + VOTES.indexOf(vote));
                out.option(memo, (text, to) -> to.string(text));
            }
            case Action.Execute execute -> out.u8(7);
        }
    }

    /** Reads an instruction that is spelled as it is here. A wallet or a message may have added rights to its accounts. */
    static Option<ToyCall> read(Instruction instruction) {
        if (!instruction.program().equals(ToyAddresses.PROGRAM) || instruction.accounts().size() < ACCOUNTS) {
            return Option.none();
        }
        ByteReader in = new ByteReader(instruction.data());
        long index = in.u64();
        Action action = action(in);
        return in.finish(new ToyCall(
                        new SettingsAddress(instruction.accounts().get(0).address()),
                        index,
                        instruction.accounts().get(3).address(),
                        instruction.accounts().get(4).address(),
                        instruction.accounts().drop(ACCOUNTS).toArray(),
                        action))
                .toOption()
                .filter(call -> addresses(call.instruction()).equals(addresses(instruction)));
    }

    private static Array<Address> addresses(Instruction of) {
        return of.accounts().map(AccountMeta::address).toArray();
    }

    private static Action action(ByteReader in) {
        int tag = in.tag(7);
        return switch (tag) {
            case 0 -> new Action.CreateAccount(terms(in), in.option(ByteReader::string));
            case 1 -> new Action.RecordContent(ToyContents.read(in), in.option(ByteReader::string));
            case 2 -> new Action.Propose();
            case 3 -> new Action.Activate();
            case 7 -> new Action.Execute();
            default -> new Action.CastVote(VOTES.get(tag - FIRST_VOTE), in.option(ByteReader::string));
        };
    }

    private static Command.CreateAccount terms(ByteReader in) {
        return new Command.CreateAccount(
                in.list(in.u8(), SIGNER_BYTES, ToyContents::signer),
                new Threshold(in.u16()),
                new TimeLock(in.u32()),
                AdminControl.ofAuthority(in.address()),
                in.option(ByteReader::address));
    }

    Command command() {
        return switch (action) {
            case Action.CreateAccount(var terms, var memo) -> terms;
            case Action.RecordContent(var content, var memo) -> new Command.CreateTransaction(by, content);
            case Action.Propose propose -> new Command.CreateProposal(by, index, false);
            case Action.Activate activate -> new Command.ActivateProposal(by, index);
            case Action.CastVote(Vote vote, var memo) -> new Command.CastVote(by, index, vote);
            case Action.Execute execute -> new Command.Execute(by, index);
        };
    }
}
