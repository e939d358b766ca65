package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.content.IndexRace;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/** Records a submission after it has checked that the transaction does only what is allowed and that all signers have signed. */
final class SubmissionAdmission {

    private final SubmissionParts parts;
    private final SignedSlots slots;
    private final LandingCheck sendable;
    private final LandedLookup landed;
    private final Answers answers;
    private final IndexRace race;

    SubmissionAdmission(SubmissionParts parts) {
        this.parts = parts;
        this.slots = new SignedSlots(parts.engine().formats().signatures());
        this.sendable = new LandingCheck(parts.engine().chain(), parts.engine().settings().waits().blockhash());
        this.landed = new LandedLookup(parts.engine().chain(), parts.engine().formats(), slots);
        this.answers = parts.engine().journal().answers("submission-answer");
        this.race = new IndexRace(parts.engine().program());
    }

    /** Records the submission, and drives it as far as possible without waiting. */
    Either<SubmissionRefusal, SubmissionRecord> take(
            AccountRef account, SubmitRequest request, Retry retry) {
        return earlier(retry).getOrElse(() -> parse(request.transaction()).flatMap(parsed -> taken(parsed, retry)
                .getOrElse(() -> commit(() -> checked(account, parsed, request), id(parsed), retry)
                        // Another call may have taken the same message meanwhile.
                        .fold(refused -> taken(parsed, retry).getOrElse(() -> Either.left(refused)), Either::right))));
    }

    private Either<SubmissionRefusal, Commit> checked(
            AccountRef account, ParsedTransaction parsed, SubmitRequest request) {
        return parts.accounts()
                .actingAt(account.address())
                .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                .flatMap(free -> checkedFree(account, parsed, request));
    }

    private Either<SubmissionRefusal, Commit> checkedFree(AccountRef account, ParsedTransaction parsed, SubmitRequest request) {
        return look(account, parsed, request)
                .fold(
                        refused -> unlessLanded(account, parsed, request, refused, Either::right),
                        looked -> record(account, parsed, looked)
                                .<Either<SubmissionRefusal, Commit>>fold(
                                        refused -> unlessLanded(account, parsed, request, refused, looked.evidence), Either::right)
                                .mapLeft(refused -> lostRace(account, looked.message, refused)));
    }

    /** The refusal, or that another transaction has taken the index meanwhile. */
    private SubmissionRefusal lostRace(AccountRef account, Message message, SubmissionRefusal refused) {
        return refused instanceof SubmissionRefusal.WouldFail(var failure, var payer, var logs)
                ? race.lost(failure, account, message.instructions(), () -> parts.accounts()
                                .view(account.address())
                                .toOption()
                                .map(view -> view.settings().transactionIndex()))
                        .<SubmissionRefusal>map(SubmissionRefusal.Reviewed::new)
                        .getOrElse(refused)
                : refused;
    }

    private Option<Either<SubmissionRefusal, SubmissionRecord>> taken(ParsedTransaction parsed, Retry retry) {
        return parts.book().find(id(parsed)).map(taken -> again(taken, retry));
    }

    /** The answer recorded under the key of {@code retry}; none if there is no key, or no answer yet. */
    Option<Either<SubmissionRefusal, SubmissionRecord>> earlier(Retry retry) {
        Earlier earlier = answers.find(retry);
        return Option.when(!(earlier instanceof Earlier.Nothing), () -> repeated(earlier));
    }

    /** The answer for a message that was submitted before. It is pending or final, so problems of this request do not matter. */
    private Either<SubmissionRefusal, SubmissionRecord> again(SubmissionRecord taken, Retry retry) {
        return retry.name().isEmpty()
                ? Either.right(driven(taken))
                : commit(() -> Either.right(Commit.at(parts.engine().clock().now())), taken.id(), retry);
    }

    /** The id of the submission of this message, recorded or not; none if the bytes are no transaction. */
    Option<SubmissionId> id(Bytes transaction) {
        return parse(transaction).toOption().map(this::id);
    }

    /** The account at this address, if the transaction creates it. A creation needs no lookup table. */
    Option<AccountRef> created(Address account, Bytes transaction) {
        SmartAccountProgram program = parts.engine().program();
        return parse(transaction)
                .toOption()
                .flatMap(parsed -> format().resolve(parsed, Array.empty()).toOption())
                .toArray()
                .flatMap(message -> message.instructions().toArray())
                .filter(instruction -> program.creationOf(instruction).isDefined())
                .flatMap(program::settingsOf)
                .map(program::accountOf)
                .find(ref -> ref.address().equals(account));
    }

    private SubmissionId id(ParsedTransaction parsed) {
        return parts.book().id(parsed.message());
    }

    /**
     * A checked transaction.
     *
     * @param admitted refused if what it does is not allowed, or if it cannot land
     */
    private record Looked(
            Message message,
            Array<Signature> signatures,
            Function<Commit, Either<SubmissionRefusal, Commit>> evidence,
            Lazy<Either<SubmissionRefusal, Agreed<Admitted>>> admitted) {}

    /**
     * What a transaction may do that is allowed.
     *
     * @param reached other accounts on which its content acts
     * @param unchanged what refuses a commit once the policies have changed, or an account is held
     */
    private record Admitted(Array<Address> reached, Array<StreamAppend> unchanged) {}

    /**
     * Checks what the transaction does, and its signatures. Records nothing but the reservation of an approved use of a limit, and that after all other
     * checks.
     */
    private Either<SubmissionRefusal, Looked> look(AccountRef account, ParsedTransaction parsed, SubmitRequest request) {
        return resolve(parsed).flatMap(agreed -> {
            Message message = agreed.value();
            Reviewer.Subject subject = new Reviewer.Subject(
                    account, message.instructions().toArray(), parsed.signers(), format().priorityFee(message), () -> settings(account),
                    HashMap.empty());
            return parts.reads()
                    .read(reads -> reads.reviewer().outer(subject))
                    .map(Agreed::value)
                    .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                    .flatMap(outer -> unless(outer.isEmpty() ? outer : withContent(subject, outer, request.acknowledged())))
                    .flatMap(fine -> signed(subject, agreed, parsed, request));
        });
    }

    /** What speaks against a transaction that is refused in any case, its content included as far as it can be read: a refusal is complete. */
    private Array<ReviewFinding> withContent(
            Reviewer.Subject subject, Array<ReviewFinding> outer, Set<GiveawayWarning.Code> acknowledged) {
        return parts.reads()
                .read(reads -> reads.reviewer().review(subject, acknowledged))
                .map(result -> result.value().findings())
                .getOrElse(outer);
    }

    private static Either<SubmissionRefusal, Array<ReviewFinding>> unless(Array<ReviewFinding> findings) {
        return findings.isEmpty()
                ? Either.right(findings)
                : Either.left(SubmissionRefusal.of(findings.map(SubmissionRefusal.Reviewed::new)));
    }

    private Either<BuildRefusal, Option<Settings>> settings(AccountRef account) {
        return BuildRefusal.ifOnChain(parts.accounts().agreedView(account.address()))
                .map(view -> view.map(found -> found.value().settings()));
    }

    /** Fills the signature slots. Managed signers and the engine's own keys sign only what no policy vetoes. */
    private Either<SubmissionRefusal, Looked> signed(
            Reviewer.Subject subject, Agreed<Message> message, ParsedTransaction parsed, SubmitRequest request) {
        Lazy<Either<SubmissionRefusal, Agreed<Admitted>>> judged =
                Lazy.of(parts.engine().chain().begin(() -> requireContent(subject, request.acknowledged())));
        Lazy<Either<SubmissionRefusal, StreamAppend>> acting = Lazy.of(() -> stillFree(subject.account().address()));
        Lazy<Either<SubmissionRefusal, Agreed<Admitted>>> admitted =
                Lazy.of(() -> admitted(acting, parsed, message.value(), judged));
        ManagedSigner.Admission admission = new ManagedSigner.Admission() {
            @Override
            public Either<SubmissionRefusal, Array<Signature>> requireSignatures(Set<Address> expected) {
                return slots.fill(parsed, request.signatures(), expected);
            }

            @Override
            public Either<SubmissionRefusal, Agreed<Array<StreamAppend>>> require() {
                return admitted.get().map(allowed -> allowed.map(Admitted::unchanged));
            }
        };
        return requireNodes(subject.account(), message.value(), request)
                .flatMap(enough -> parts.reads().hasNoPolicies()
                        ? Either.<SubmissionRefusal, Agreed<Message>>right(message)
                        : judged.get().map(fine -> message))
                .flatMap(allowed -> acting.get().map(free -> allowed))
                .flatMap(allowed -> parts.managed().sign(subject.account(), message, parsed, id(parsed), request.approvals(), admission))
                .flatMap(managed -> slots.fill(parsed, request.signatures().appendAll(managed.signatures()))
                        .map(filled -> new Looked(message.value(), filled, managed.evidence(), admitted)));
    }

    /**
     * Votes, executions and managed signatures wait for enough nodes, also where the transaction brings its own content, so that no content is read. The
     * settings and what the steps are about must be the same at all of them.
     */
    private Either<SubmissionRefusal, Message> requireNodes(AccountRef account, Message message, SubmitRequest request) {
        SmartAccountProgram program = parts.engine().program();
        Array<Address> targets = message.instructions().toArray().flatMap(program::lifeCycle).map(LifeCycleInstruction::target);
        return parts.engine().chain().agreement() == 1 || (targets.isEmpty() && request.approvals().isEmpty())
                ? Either.right(message)
                : AgreedReads.accounts(parts.engine().chain(), targets.prepend(account.settings().address()).distinct().map(program::query))
                        .<SubmissionRefusal>mapLeft(SubmissionAdmission::silent)
                        .map(agreed -> message);
    }

    /** The accounts that its content reaches are read here: a step in another account is no instruction of the transaction itself. */
    private Either<SubmissionRefusal, Agreed<Admitted>> requireContent(
            Reviewer.Subject subject, Set<GiveawayWarning.Code> acknowledged) {
        return parts.reads().read(reads -> reads.reviewer()
                .review(subject, acknowledged)
                .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                .flatMap(result -> unless(result.findings()).flatMap(fine -> reads.policies()
                        .require(subject.account(), result.content())
                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                        .map(unchanged -> new Admitted(
                                result.content()
                                        .accounts(parts.engine().program())
                                        .remove(subject.account().address())
                                        .toArray()
                                        .sorted(),
                                unchanged)))));
    }

    private Either<SubmissionRefusal, StreamAppend> stillFree(Address account) {
        return parts.accounts().freezes().stillFree(account).mapLeft(SubmissionRefusal.NotAsked::new);
    }

    private Option<Instruction> advancing(Message message) {
        return message.instructions().headOption().filter(first -> format().advancedNonce(first).isDefined());
    }

    private Either<SubmissionRefusal, ParsedTransaction> parse(Bytes transaction) {
        return format()
                .parse(transaction)
                .mapLeft(refusal -> new SubmissionRefusal.BadTransaction(refusal.detail()));
    }

    private Either<SubmissionRefusal, Agreed<Message>> resolve(ParsedTransaction parsed) {
        return parts.reads().read(reads -> tables(reads.chain(), parsed)
                .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                .flatMap(tables -> format()
                        .resolve(parsed, tables)
                        .mapLeft(refusal -> refusal.missing()
                                .<SubmissionRefusal>map(entry ->
                                        new SubmissionRefusal.NotAsked(new BuildRefusal.UnexpectedAccount(entry.table(), entry)))
                                .getOrElse(() -> new SubmissionRefusal.BadTransaction(refusal.detail())))));
    }

    private Either<BuildRefusal, Array<LookupTable>> tables(Chain chain, ParsedTransaction parsed) {
        if (parsed.tables().isEmpty()) {
            return Either.right(Array.empty());
        }
        return chain.accounts(parsed.tables().map(format()::lookupTableQuery))
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> {
                    Either<BuildRefusal, Array<LookupTable>> tables = Either.right(Array.empty());
                    for (Address address : parsed.tables()) {
                        tables = tables.flatMap(known -> ChainReader.table(found, format().lookupTableQuery(address))
                                .flatMap(data -> format()
                                        .readLookupTable(address, data)
                                        .mapLeft(problem -> new BuildRefusal.UnexpectedAccount(address, problem)))
                                .map(known::append));
                    }
                    return tables;
                });
    }

    private Either<SubmissionRefusal, Commit> record(AccountRef account, ParsedTransaction parsed, Looked taken) {
        Supplier<Either<BuildRefusal, Lifetime>> asked = parts.engine().chain().begin(() -> lifetime(taken.message));
        return taken.admitted
                .get()
                .map(Agreed::value)
                .flatMap(allowed -> asked.get()
                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                        .flatMap(lifetime -> taken.evidence.apply(allowed.unchanged.foldLeft(
                                opened(account.address(), allowed.reached, parsed, lifetime, taken.signatures, Array.of(new SubmissionCommand.Send())),
                                Commit::append))));
    }

    private Commit opened(
            Address account,
            Array<Address> reached,
            ParsedTransaction parsed,
            Lifetime lifetime,
            Array<Signature> signatures,
            Array<SubmissionCommand> then) {
        return parts.book()
                .open(
                        Commit.at(parts.engine().clock().now()),
                        id(parsed),
                        account,
                        reached,
                        unsigned(parsed),
                        lifetime,
                        then.prepend(new SubmissionCommand.Sign(
                                new SignedTransaction(format().withSignatures(parsed, signatures), signatures.head()))));
    }

    /** Checks what the message does, that the operator holds none of the accounts on which it acts, and that it can land. */
    private Either<SubmissionRefusal, Agreed<Admitted>> admitted(
            Lazy<Either<SubmissionRefusal, StreamAppend>> acting,
            ParsedTransaction parsed,
            Message message,
            Lazy<Either<SubmissionRefusal, Agreed<Admitted>>> judged) {
        // Nobody who could send it sees a signature before the submission is recorded.
        Supplier<Either<SubmissionRefusal, Message>> landing =
                parts.engine().chain().begin(() -> sendable.require(message, unsigned(parsed)));
        return requirePlace().flatMap(place -> judged.get()
                .flatMap(allowed -> landing.get().map(able -> allowed))
                .flatMap(allowed -> acting.get().flatMap(free -> unfrozen(allowed.value().reached)
                        .map(others -> allowed.map(all -> new Admitted(all.reached, all.unchanged.append(free).appendAll(others)))))));
    }

    private Either<SubmissionRefusal, Array<StreamAppend>> unfrozen(Array<Address> accounts) {
        return Either.sequenceRight(accounts.map(this::stillFree)).map(Array::ofAll);
    }

    /**
     * The refusal, unless the chain has the message. Another client may have sent it, or this engine before its journal was restored from a
     * backup; then the landed transaction is recorded. A refusal for good must mean that the message never landed.
     *
     * @param evidence why keys of the engine signed, added if the journal still has it
     */
    private Either<SubmissionRefusal, Commit> unlessLanded(
            AccountRef account,
            ParsedTransaction parsed,
            SubmitRequest request,
            SubmissionRefusal refused,
            Function<Commit, Either<SubmissionRefusal, Commit>> evidence) {
        if (refused.search() == SubmissionRefusal.Search.NOT_NEEDED) {
            return Either.left(refused);
        }
        return known(parsed).flatMap(message -> landed.find(parsed, message, request.signatures()).flatMap(found -> switch (found) {
            case LandedLookup.Found.Landed(var landing) -> record(subjects(message).headOption().getOrElse(account.address()), parsed, message, landing)
                    .map(opened -> evidence.apply(opened).getOrElse(opened));
            case LandedLookup.Found.Absent(var blockhash) ->
                Either.left(blockhash.value() == BlockhashStatus.VALID ? whileItCanLand(refused) : refused);
        }));
    }

    private static SubmissionRefusal whileItCanLand(SubmissionRefusal refused) {
        return switch (refused) {
            case SubmissionRefusal.BlockhashExpired expired -> new SubmissionRefusal.HistoryIncomplete();
            case SubmissionRefusal.LimitUseUnrecorded lost -> new SubmissionRefusal.HistoryIncomplete();
            // This use may be one of those whose records are lost.
            case SubmissionRefusal.LimitNotUsed(var limit, EngineLimitRefusal.LostUsesOpen lost) -> new SubmissionRefusal.HistoryIncomplete();
            case SubmissionRefusal other -> other;
        };
    }

    /**
     * The submission of a landed message whose account the journal does not know: it was made or imported after the backup.
     *
     * @return {@code unknown} if the account is another tenant's, if the message does not operate on it, or if the chain does not show that it landed
     */
    Either<SubmissionRefusal, SubmissionRecord> ofUnknownAccount(SubmitRequest request, Retry retry, SubmissionRefusal unknown) {
        return parse(request.transaction())
                .toOption()
                .filter(parsed -> subjects(message(parsed)).contains(request.account()))
                .flatMap(parsed -> landed(request.account(), parsed, request.signatures(), retry).getOrElse(Option::none))
                .toEither(unknown);
    }

    /**
     * The submission of the message in {@code transaction}. If the journal does not have it and the chain does, it is recorded.
     *
     * @param account of the submission, if the message operates on none
     */
    Either<SubmissionRefusal, Option<SubmissionRecord>> find(Option<Address> account, Bytes transaction) {
        return parse(transaction).fold(
                malformed -> Either.right(Option.none()),
                parsed -> parts.book()
                        .find(id(parsed))
                        .<Either<SubmissionRefusal, Option<SubmissionRecord>>>map(taken -> Either.right(Option.some(taken)))
                        .getOrElse(() -> subjects(message(parsed))
                                .headOption()
                                .orElse(account.filter(this::isNotAnothers))
                                .map(subject -> landed(subject, parsed, Array.empty(), new Retry.Unnamed()))
                                .getOrElse(Either.right(Option.none()))));
    }

    /** The submission of a message that landed; none if it did not. */
    private Either<SubmissionRefusal, Option<SubmissionRecord>> landed(
            Address account, ParsedTransaction parsed, Array<SignatureGiven> given, Retry retry) {
        return known(parsed).flatMap(message -> landed.find(parsed, message, given).flatMap(found -> switch (found) {
            case LandedLookup.Found.Absent absent -> Either.right(Option.none());
            case LandedLookup.Found.Landed(var landing) ->
                commit(() -> record(account, parsed, message, landing), id(parsed), retry).map(Option::some);
        }));
    }

    /** The message; none if its lookup tables do not make it one. Only a message tells by which nonce it lives, so a silent chain is no answer. */
    private Either<SubmissionRefusal, Option<Message>> known(ParsedTransaction parsed) {
        return resolve(parsed).fold(
                refused -> refused instanceof SubmissionRefusal.NotAsked(BuildRefusal.ChainSilent silent) ? Either.left(refused) : Either.right(Option.none()),
                agreed -> Either.right(Option.some(agreed.value())));
    }

    private Option<Message> message(ParsedTransaction parsed) {
        return resolve(parsed).map(Agreed::value).toOption();
    }

    /** The accounts on which a message operates, without those of other tenants. */
    private Array<Address> subjects(Option<Message> message) {
        SmartAccountProgram program = parts.engine().program();
        return message.toArray()
                .flatMap(known -> known.instructions().toArray())
                .flatMap(program::settingsOf)
                .map(settings -> program.accountOf(settings).address())
                .distinct()
                .filter(this::isNotAnothers);
    }

    /** An account that no tenant is known to have may be this one's: the journal may have lost it. */
    private boolean isNotAnothers(Address account) {
        return parts.accounts().ref(account).isRight() || parts.accounts().directory().find(account).isEmpty();
    }

    /** Records what landed, without the checks of what has yet to be sent: the chain has it, and no single source alone says so. */
    private Either<SubmissionRefusal, Commit> record(
            Address account, ParsedTransaction parsed, Option<Message> message, Agreed<LandedLookup.Landing> landed) {
        return message.map(this::lifetime)
                .getOrElse(() -> Lifetimes.ofBlockhash(parts.engine().chain()).mapLeft(BuildRefusal.ChainSilent::new))
                .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                .map(lifetime -> Lifetimes.ofLanded(lifetime, landed.value().slot()))
                .map(lifetime -> opened(account, Array.empty(), parsed, lifetime, landed.value().signatures(), Array.empty()));
    }

    private static SubmissionRefusal silent(ChainFault fault) {
        return new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
    }

    /**
     * Limits the pending submissions of an owner on a network. Concurrent requests may exceed the limit slightly, and other instances by what
     * they admit within a second.
     */
    private Either<SubmissionRefusal, Integer> requirePlace() {
        int open = parts.book().open();
        return open < SubmissionRepository.MOST_OPEN ? Either.right(open) : Either.left(new SubmissionRefusal.TooManyOpen(open));
    }

    private Either<SubmissionRefusal, SubmissionRecord> commit(
            Supplier<Either<SubmissionRefusal, Commit>> decided, SubmissionId id, Retry retry) {
        return decided.get().flatMap(commit -> parts.engine().journal().journal()
                .commit(answers.add(commit, retry, id.text()))
                .fold(refused -> met(refused, decided, id, retry), committed -> Either.right(begun(commit, id))));
    }

    /** The answer after a commit met another one. */
    private Either<SubmissionRefusal, SubmissionRecord> met(
            CommitRefused refused, Supplier<Either<SubmissionRefusal, Commit>> decided, SubmissionId id, Retry retry) {
        return switch (refused) {
            case CommitRefused.AlreadyAnswered answered -> repeated(answers.compare(retry, answered.recorded()));
            // The same transaction was submitted before. From now on this idempotency key has the same answer.
            case CommitRefused.VersionConflict there when there.stream().equals(SubmissionRepository.stream(id)) ->
                retry.name().isEmpty()
                        ? Either.right(driven(known(id)))
                        : commit(() -> Either.right(Commit.at(parts.engine().clock().now())), id, retry);
            // What it was judged by has changed.
            case CommitRefused.VersionConflict elsewhere -> {
                Repository.requireRace(parts.engine().journal().journal(), elsewhere, Option.none());
                yield commit(decided, id, retry);
            }
            case CommitRefused.RowPresent present -> throw new JournalDamagedException("row " + present.present().key() + " has no events");
            case CommitRefused.OverLimit over -> throw new IllegalStateException("over a limit: " + over);
        };
    }

    private Bytes unsigned(ParsedTransaction parsed) {
        return format().withSignatures(parsed, parsed.signers().map(signer -> Signature.EMPTY));
    }

    /** The lifetime. A message that advances a nonce first is valid with that nonce; if its value is a recent blockhash, with that as well. */
    private Either<BuildRefusal, Lifetime> lifetime(Message message) {
        return advancing(message)
                .flatMap(format()::advancedNonce)
                .map(nonce -> Lifetimes.ofNonce(parts.engine().chain(), nonce, message.lifetime()))
                .getOrElse(() -> Lifetimes.ofBlockhash(parts.engine().chain()))
                .mapLeft(BuildRefusal.ChainSilent::new);
    }

    /** The answer recorded under this idempotency key. It never reveals another owner's submission. */
    private Either<SubmissionRefusal, SubmissionRecord> repeated(Earlier earlier) {
        return Option.when(earlier instanceof Earlier.Same, () -> (Earlier.Same) earlier)
                .map(same -> known(new SubmissionId(same.answer())))
                .filter(parts.book()::isOwn)
                .map(this::driven)
                .toEither(SubmissionRefusal.KeyReused::new);
    }

    /** The submission after the commit that recorded it as sent, or that answers for one of before. */
    private SubmissionRecord begun(Commit commit, SubmissionId id) {
        return parts.book().in(commit, id)
                .filter(record -> record.state() instanceof SubmissionState.InFlight)
                .map(record -> Submissions.onRecord(() -> parts.driver().begin(record).record(), record))
                .getOrElse(() -> driven(known(id)));
    }

    /** A freeze that is made while the chain is asked counts: nothing is taken from what was read ahead. */
    private SubmissionRecord driven(SubmissionRecord record) {
        return Submissions.onRecord(
                () -> parts.engine().journal().journal().ahead(Array.empty(), () -> parts.driver().drive(record).record()), record);
    }

    private SubmissionRecord known(SubmissionId id) {
        return parts.book().require(id);
    }

    private TransactionFormat format() {
        return parts.engine().formats().format();
    }
}
