package dev.mandate.engine;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.program.CompileRefusal;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.DurableNonce;
import dev.mandate.ports.program.NewRoom;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Makes a transaction of a draft: its lifetime, its bytes, and what it costs. */
final class Assembler {

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ChainReader reader;
    private final AccountDirectory directory;
    private final RentTable rents;
    private final ChangeOrder changeOrder;

    Assembler(EngineParts parts, ChainReader reader, AccountDirectory directory) {
        this.chain = parts.chain();
        this.program = parts.program();
        this.format = parts.format();
        this.reader = reader;
        this.directory = directory;
        this.rents = new RentTable(parts.chain());
        this.changeOrder = new ChangeOrder(parts.program());
    }

    /**
     * Who pays: whom the options name, or else the first of {@code signers}. A smart account can't, nor another derived address:
     * whether anybody registered it makes no difference, since that is nobody else's business.
     */
    Either<BuildRefusal, Address> payer(BuildOptions options, Vector<Address> signers) {
        return options.feePayer()
                .orElse(signers::headOption)
                .<Either<BuildRefusal, Address>>map(payer -> format.canSign(payer)
                        ? Either.right(payer)
                        : Either.left(new BuildRefusal.PayerCannotSign(payer)))
                .getOrElse(() -> Either.left(new BuildRefusal.NobodyPays()));
    }

    Either<BuildRefusal, BuiltTransaction> assemble(Draft draft) {
        return changeOrder.requireDoable(draft)
                .flatMap(this::requireAbleAdmin)
                .flatMap(able -> lifetime(draft.options()))
                .flatMap(lifetime -> compile(draft, lifetime, computeBudget(draft))
                        .flatMap(this::requireKeys)
                        .flatMap(unsigned -> quote(draft, lifetime, unsigned)
                                .map(fee -> new BuiltTransaction(
                                        unsigned,
                                        fee,
                                        draft.phase(),
                                        draft.subject().index(),
                                        draft.subject().account(),
                                        draft.subject().limit(),
                                        outsideSigners(draft)))));
    }

    /** Settings handed to an address that can never sign would be locked for good; a smart account signs by a transaction. */
    private Either<BuildRefusal, Draft> requireAbleAdmin(Draft draft) {
        boolean handsOver = draft.rehearsal()
                .operations()
                .exists(operation -> operation instanceof Operation.CreateAccount
                        || operation instanceof Operation.HandOver);
        return handsOver
                        && draft.rehearsal().after().settings().admin() instanceof AdminControl.HeldBy(Address admin)
                        && !format.canSign(admin)
                        && directory.find(admin).isEmpty()
                ? Either.left(new BuildRefusal.NoKeyFor(admin))
                : Either.right(draft);
    }

    private Either<BuildRefusal, UnsignedTransaction> requireKeys(UnsignedTransaction unsigned) {
        return unsigned.signers()
                .find(signer -> !format.canSign(signer))
                .<Either<BuildRefusal, UnsignedTransaction>>map(
                        keyless -> Either.left(new BuildRefusal.NoKeyFor(keyless)))
                .getOrElse(() -> Either.right(unsigned));
    }

    private Vector<Address> outsideSigners(Draft draft) {
        return draft.rehearsal()
                .operations()
                .flatMap(operation -> switch (operation) {
                    case Operation.CreateTransaction(
                                    var by, var payer, long index, TransactionContent.VaultInstructions content, var memo) ->
                        program.outsideSigners(draft.account(), content);
                    case Operation.ExecuteInstructions execute ->
                        program.outsideSigners(draft.account(), execute.instructions());
                    case Operation.CreateTransaction create -> Vector.<Address>empty();
                    case Operation.CreateAccount create -> Vector.<Address>empty();
                    case Operation.CreateProposal create -> Vector.<Address>empty();
                    case Operation.ActivateProposal activate -> Vector.<Address>empty();
                    case Operation.CastVote vote -> Vector.<Address>empty();
                    case Operation.ExecuteChange execute -> Vector.<Address>empty();
                    case Operation.Close close -> Vector.<Address>empty();
                    case Operation.ChangeAsAdmin change -> Vector.<Address>empty();
                    case Operation.HandOver handOver -> Vector.<Address>empty();
                    case Operation.Spend spend -> Vector.<Address>empty();
                })
                .distinct();
    }

    /** A blockhash, and the instruction that must come first to make it live. */
    private record Lifetime(Blockhash blockhash, Option<Instruction> advance) {}

    private Either<BuildRefusal, Lifetime> lifetime(BuildOptions options) {
        return options.nonceAccount()
                .map(this::nonce)
                .getOrElse(() -> ChainReader.silentOn(chain.latestBlockhash())
                        .map(latest -> new Lifetime(latest.blockhash(), Option.none())));
    }

    private Either<BuildRefusal, Lifetime> nonce(Address account) {
        return reader.snapshot(Vector.of(account))
                .flatMap(found -> ChainReader.present(found, account))
                .flatMap(data -> ChainReader.expected(account, format.readNonce(account, data)))
                .map((DurableNonce nonce) ->
                        new Lifetime(nonce.value(), Option.some(format.advanceNonce(nonce))));
    }

    private Either<BuildRefusal, UnsignedTransaction> compile(
            Draft draft, Lifetime lifetime, Vector<Instruction> computeBudget) {
        Vector<Instruction> instructions = Vector.ofAll(lifetime.advance())
                .appendAll(computeBudget)
                .appendAll(draft.additions().leading())
                .appendAll(draft.rehearsal()
                        .operations()
                        .map((Operation operation) -> program.encode(draft.account(), operation)));
        Vector<LookupTable> tables = draft.additions().tables();
        Message message = new Message(
                tables.isEmpty() ? MessageVersion.LEGACY : MessageVersion.V0,
                draft.payer(),
                lifetime.blockhash(),
                instructions,
                tables);
        return format.compile(message).mapLeft(refusal -> switch (refusal) {
            case CompileRefusal.TooLarge(int bytes, int limit) -> new BuildRefusal.DoesNotFit(bytes, limit);
            case CompileRefusal.NotCompilable(String detail) -> new BuildRefusal.NotCompilable(detail);
        });
    }

    /** What the options ask for, or else the caller's own instructions. */
    private Vector<Instruction> computeBudget(Draft draft) {
        return draft.options()
                .computeBudget()
                .map(budget -> Vector.ofAll(format.computeBudget(budget)))
                .getOrElse(draft.additions().computeBudget());
    }

    private Either<BuildRefusal, FeeQuote> quote(Draft draft, Lifetime lifetime, UnsignedTransaction unsigned) {
        return ChainReader.silentOn(chain.fee(unsigned.message()))
                .flatMap(fee -> priority(draft, lifetime, fee)
                        .flatMap(priority -> rents(draft)
                                .map(rents -> new FeeQuote(
                                        draft.payer(),
                                        fee.minus(priority).getOrElse(BaseUnits.ZERO),
                                        priority,
                                        programFee(draft),
                                        rents))));
    }

    /**
     * What part of {@code fee} is paid to be preferred. What a caller's own instructions come to depends on the runtime's
     * defaults for what they leave out, which the chain knows best: it is asked for the fee without them.
     */
    private Either<BuildRefusal, BaseUnits> priority(Draft draft, Lifetime lifetime, BaseUnits fee) {
        Option<BaseUnits> asked = draft.options().computeBudget().map(ComputeBudget::priorityFee);
        if (asked.isDefined() || draft.additions().computeBudget().isEmpty()) {
            return Either.right(asked.getOrElse(BaseUnits.ZERO));
        }
        return compile(draft, lifetime, Vector.empty())
                .flatMap(without -> ChainReader.silentOn(chain.fee(without.message())))
                .map(signatures -> fee.minus(signatures).getOrElse(BaseUnits.ZERO));
    }

    private static BaseUnits programFee(Draft draft) {
        BaseUnits fee = BaseUnits.ZERO;
        for (Operation operation : draft.rehearsal().operations()) {
            if (operation instanceof Operation.CreateAccount create) {
                fee = fee.plus(create.terms().fee()).getOrElse(BaseUnits.MAX);
            }
        }
        return fee;
    }

    /** Room and who pays for it. */
    private record PaidRoom(NewRoom room, Address payer) {}

    private Either<BuildRefusal, Vector<FeeQuote.Rent>> rents(Draft draft) {
        Settings outcome = draft.rehearsal().after().settings();
        Either<BuildRefusal, Vector<FeeQuote.Rent>> priced = Either.right(Vector.empty());
        for (PaidRoom taken : room(draft)) {
            NewRoom room = taken.room();
            priced = priced.flatMap(known -> rents.priceOf(room)
                    .map(lamports -> known.append(new FeeQuote.Rent(
                            room.kind(),
                            room.account(),
                            lamports,
                            taken.payer(),
                            returnsTo(room.kind(), outcome)))));
        }
        return priced;
    }

    private Vector<PaidRoom> room(Draft draft) {
        Vector<PaidRoom> all = draft.additions().room().map(room -> new PaidRoom(room, draft.payer()));
        Map<Address, Integer> lengths = draft.lengths();
        for (Rehearsal.Act act : draft.rehearsal().acts()) {
            Address payer = act.operation() instanceof Operation.CastVote vote ? vote.by() : draft.payer();
            for (NewRoom room :
                    program.roomFor(draft.account(), act.operation(), act.before(), act.after(), lengths)) {
                all = all.append(new PaidRoom(room, payer));
                lengths = lengths.put(room.account(), room.lengthAfter());
            }
        }
        return all;
    }

    /** A transaction's rent comes back when it is closed, which takes a rent collector. */
    private static Option<Address> returnsTo(NewRoom.Kind kind, Settings settings) {
        return switch (kind) {
            case TRANSACTION, PROPOSAL -> settings.rentCollector();
            case SETTINGS, SPENDING_LIMIT, TOKEN_ACCOUNT -> Option.none();
        };
    }
}
