package dev.mandate.engine.tenant;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.FilteredCall;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.ExecutionForecast;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.solana.Solana;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.testsupport.fuzz.FuzzRun;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No bytes of an account, a transaction or an instruction make a reader throw, or a rule that decides by what was read. */
@Tag("fuzz")
@Timeout(7_200)
class ForeignFormatsFuzzTest {

    private final FuzzFixture fixture = new FuzzFixture();
    private final ChainFormats formats = Solana.SQUADS_V4;
    private final Settings present = fixture.settings();
    private final Array<Tuple2<Address, AccountData>> accounts = accounts();

    private Array<Tuple2<Address, AccountData>> accounts() {
        Array<Address> addresses = Array.rangeClosed(1L, fixture.newest())
                .flatMap(index -> Array.of(
                        fixture.program.transactionAddress(fixture.ref, index), fixture.program.proposalAddress(fixture.ref, index)))
                .appendAll(fixture.limits)
                .appendAll(Array.of(
                        fixture.ref.settings().address(), fixture.mint, fixture.table, fixture.nonce, fixture.tokens(fixture.ann),
                        fixture.program.creationTermsAddress()));
        return fixture.parties.devnet.accounts(AccountQuery.ofAnyOwner(addresses)).get().owned().toArray();
    }

    private AccountData mutated(AccountData account, Random random) {
        return new AccountData(account.lamports(), account.owner(), Mutations.bytes(account.data(), random), account.executable());
    }

    @Test
    void accountsAreReadOrRefused() {
        FuzzRun.play(30, random -> {
            Tuple2<Address, AccountData> one = Mutations.among(accounts, random);
            AccountData odd = mutated(one._2, random);
            if (odd.owner().equals(SquadsV4.PROGRAM)) {
                ofTheProgram(one._1, odd, random);
            } else {
                Object unused = Array.of(
                        formats.format().readNonce(one._1, odd),
                        formats.format().readLookupTable(one._1, odd),
                        formats.format().isDeactivatedTable(odd),
                        formats.tokens().readMint(one._1, odd).map(mint -> formats.tokens().readBalance(one._1, odd, mint)),
                        formats.tokens().readHolding(odd),
                        formats.tokens().transferFee(odd),
                        formats.tokens().obstacle(odd),
                        formats.tokens().obstacleFrom(odd),
                        formats.tokens().obstacleTo(odd),
                        formats.tokens().obstacleToNew(odd));
            }
        });
    }

    private void ofTheProgram(Address address, AccountData odd, Random random) {
        UnixTime now = new UnixTime(random.nextBoolean() ? Mutations.number(random) : ServiceFixture.START.seconds());
        Option<SettingsAccount> settings = formats.program().readSettings(fixture.ref.settings(), odd).toOption();
        Option<SpendingLimit> limit = formats.program().readLimit(fixture.ref, address, odd).toOption();
        long index = 1L + random.nextInt(5);
        Option<ManagedTransaction> transaction = formats.program()
                .readTransaction(fixture.ref, index, new FoundAccount.Owned(odd), new FoundAccount.Absent())
                .orElse(() -> formats.program()
                        .readTransaction(fixture.ref, index, new FoundAccount.Absent(), new FoundAccount.Owned(odd)))
                .toOption()
                .flatMap(found -> found);
        TransactionContent content = formats.program().readContent(fixture.ref, odd);
        Object unused = Array.of(
                formats.program().readCreationTerms(odd),
                formats.program().ephemeralSigners(address, odd),
                formats.program().fingerprint(content),
                content.vaultInstructions().map(this::restored),
                formats.program().buffers().content(odd, 0));
        SmartAccount known = SmartAccount.of(settings.map(SettingsAccount::settings).getOrElse(present));
        SmartAccount account = transaction.map(known::with).getOrElse(known);
        decide(limit.map(read -> account.withLimit(address, read)).getOrElse(account), address, index, now);
        transaction.forEach(read -> shown(read, account));
        limit.forEach(read -> {
            Object unusedText = RefusalText.time(read.windowAt(now).start()) + now;
        });
    }

    private Object restored(TransactionContent.VaultInstructions content) {
        return formats.program()
                .restore(content, Array.of(new LookupTable(fixture.table, Array.of(fixture.shop, fixture.mint))))
                .map(instructions -> Tuple.of(
                        formats.program().unreadable(instructions), formats.format().warnings(fixture.account, instructions)));
    }

    private void decide(SmartAccount account, Address limit, long index, UnixTime now) {
        Address ann = fixture.ann;
        Array<Command> commands = Array.of(
                new Command.CreateTransaction(ann, new TransactionContent.Opaque("odd", Bytes.EMPTY)),
                new Command.CreateProposal(ann, index, false),
                new Command.ActivateProposal(ann, index),
                new Command.CastVote(ann, index, Vote.APPROVE),
                new Command.CastVote(ann, index, Vote.REJECT),
                new Command.CastVote(ann, index, Vote.CANCEL),
                new Command.Execute(ann, index),
                new Command.Close(index, ann),
                new Command.Spend(ann, limit, fixture.shop, BaseUnits.of(5)));
        commands.forEach(command -> {
            Object unused = Array.of(
                    formats.program().rules().violations(account, command, now),
                    formats.program().rules().decide(Option.some(account), command, now).map(events -> events.foldLeft(
                            Option.some(account), formats.program().rules()::evolve)),
                    ExecutionForecast.check(account, command, now));
        });
    }

    private void shown(ManagedTransaction transaction, SmartAccount account) {
        Object unused = Array.of(
                transaction.votersUnder(account.settings()),
                transaction.canBeExecutedUnder(account.settings()),
                transaction.proposal().map(proposal -> RefusalText.time(account.settings().timeLock().releases(proposal.since()))));
    }

    @Test
    void transactionsAndInstructionsAreReadOrRefused() {
        AccountFilters filters = new AccountFilters(
                FilterEffect.DENY,
                fixture.instructions.map(Instruction::program).distinct().zipWithIndex((program, number) -> new TransactionFilter(
                        new FilterId("f" + number), number % 2 == 0 ? FilterEffect.ALLOW : FilterEffect.DENY, program, Option.none(),
                        Array.empty(), Option.some(BaseUnits.of(5)), Option.some(BaseUnits.of(1L << 62)), Option.none())),
                Array.of(Allowlist.Kind.values()).zipWithIndex((kind, number) -> new Allowlist(
                        new FilterId("l" + number), kind, Array.of(fixture.shop))));
        FuzzRun.play(22, random -> fixture.transaction(random, fixture.ann).forEach(whole -> {
            Bytes transaction = random.nextInt(3) == 0 ? Mutations.bytes(whole, random) : whole;
            formats.format().parse(transaction).forEach(parsed -> formats.format()
                    .resolve(parsed, Array.of(new LookupTable(fixture.table, Array.of(fixture.shop, fixture.mint))))
                    .forEach(message -> read(message, filters, random)));
        }));
    }

    private void read(Message message, AccountFilters filters, Random random) {
        Array<Instruction> all = message.instructions().toArray();
        var loaded = HashMap.ofEntries(accounts.map(each -> random.nextInt(4) == 0 ? each.map2(account -> mutated(account, random)) : each));
        Object unused = Array.of(
                formats.format().priorityFee(message),
                formats.format().readComputeBudget(all.filter(formats.format()::isComputeBudget)),
                formats.format().warnings(fixture.account, all),
                formats.program().appointments(all),
                formats.calls().needed(all));
        all.forEach(one -> {
            Object unusedParts = Array.of(
                    formats.program().lifeCycle(one),
                    formats.program().unreadable(one),
                    formats.program().adminInstruction(one),
                    formats.program().creationOf(one),
                    formats.program().settingsOf(one),
                    formats.format().advancedNonce(one),
                    formats.tokens().isAccountCreation(one));
            formats.calls().calls(one, all, loaded).forEach(call -> {
                Object unusedReasons = Array.of(FilteredCall.Place.values())
                        .map(place -> filters.violations(new FilteredCall(call, place), HashSet.of(fixture.account)));
            });
        });
    }
}
