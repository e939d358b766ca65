package dev.mandate.engine.tenant;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Appointments;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.custody.TransactionView;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.tenant.TenantAccount;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Custody of one tenant's own accounts on one network: whatever else the engine knows is an unknown account here. */
final class TenantCustody implements Custody {

    private static final BuildOptions ALL_ACKNOWLEDGED =
            BuildOptions.DEFAULT.acknowledging(HashSet.of(GiveawayWarning.Code.values()));

    private final NetworkContext context;
    private final Tenant tenant;

    TenantCustody(NetworkContext context, Tenant tenant) {
        this.context = context;
        this.tenant = tenant;
    }

    /** The account, if it is theirs on this network. */
    Either<BuildRefusal, AccountRef> own(Address account) {
        return context.accounts()
                .find(tenant, context.network(), account)
                .map(TenantAccount::ref)
                .toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> build(BuildRequest request) {
        return requireOwn(request)
                .flatMap(this::requireAble)
                .flatMap(asked -> context.custody().build(asked).mapLeft(why -> told(asked, why)))
                .flatMap(this::requireAllowed)
                .peek(built -> claim(request, built))
                .peek(built -> succeed(request, built));
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> validate(BuildRequest request) {
        return requireOwn(request)
                .flatMap(this::requireAble)
                .flatMap(asked -> context.custody().validate(asked).mapLeft(why -> told(asked, why)))
                .flatMap(this::requireAllowed);
    }

    @Override
    public Option<BuildRefusal> objection(BuildRequest.OnAccount request) {
        Array<BuildRefusal> refused = unableIn(request).appendAll(context.custody().objection(request));
        return Option.when(!refused.isEmpty(), () -> BuildRefusal.of(refused));
    }

    /** What is refused of {@code request}, with what its instructions would be refused for if those who sign sufficed. */
    private BuildRefusal told(BuildRequest request, BuildRefusal refusal) {
        return BuildRefusal.of(proposable(request)
                .toArray()
                .flatMap(proposal -> context.custody().validate(proposal))
                .flatMap(built -> requireAllowed(built).swap())
                .prepend(refusal));
    }

    /** The same instructions, put to the vote by whoever may. */
    private Option<BuildRequest> proposable(BuildRequest request) {
        return switch (request) {
            case BuildRequest.Prepare prepare ->
                proposable(prepare.account(), new Proposable.Transaction(prepare.transaction()));
            case BuildRequest.Propose(var account, Proposable.Transaction transaction, var by, var options) ->
                proposable(account, transaction);
            case BuildRequest other -> Option.none();
        };
    }

    private Option<BuildRequest> proposable(Address account, Proposable content) {
        return context.custody()
                .account(account)
                .toOption()
                .flatMap(view -> view.settings()
                        .roster()
                        .signers()
                        .reject(signer -> context.operators().contains(signer.address()))
                        .find(signer -> signer.may(Permission.CAN_INITIATE)))
                .map(signer -> new BuildRequest.Propose(account, content, signer.address(), ALL_ACKNOWLEDGED));
    }

    private Either<BuildRefusal, BuildRequest> requireOwn(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount -> own(onAccount.account()).map(ref -> request);
            case BuildRequest.CreateAccount create -> Either.right(request);
        };
    }

    /** The terms of a new account, if admin and signers are able to be that; if not, with what else the rules say to them. */
    Either<BuildRefusal, Command.CreateAccount> requireAble(Command.CreateAccount terms) {
        Array<BuildRefusal> unable = unable(Appointments.by(terms));
        return unable.isEmpty() ? Either.right(terms) : Either.left(BuildRefusal.of(unable.appendAll(ungovernable(terms))));
    }

    private static Option<BuildRefusal> ungovernable(Command.CreateAccount terms) {
        Array<SettingsProblem> problems = new SettingsTarget(
                        terms.signers(), terms.threshold(), terms.timeLock(), terms.rentCollector())
                .problems();
        return Option.when(!problems.isEmpty(), () -> new BuildRefusal.Forbidden(new Refusal.BadAccount(problems)));
    }

    /**
     * What is asked for in so many words is looked at before the rules are, and before anything of it is remembered. Where it is refused,
     * whatever else is wrong is told as well.
     */
    private Either<BuildRefusal, BuildRequest> requireAble(BuildRequest request) {
        Array<BuildRefusal> unable = unableIn(request);
        return unable.isEmpty()
                ? Either.right(request)
                : Either.left(BuildRefusal.of(
                        unable.appendAll(context.custody().validate(request).swap())));
    }

    /**
     * Instructions that the account is to sign itself ask for things as well, and only the engine reads them. And the operator's key signs
     * for nobody, neither now nor when what is put to the vote is executed.
     */
    private Either<BuildRefusal, TransactionPlan> requireAllowed(TransactionPlan built) {
        return unless(unable(built.appointments()).appendAll(operatorIn(built)), built);
    }

    private Array<BuildRefusal> unableIn(BuildRequest request) {
        return unable(asked(request))
                .appendAll(operatorAmong(request.options().feePayer().toArray()).map(BuildRefusal.OperatorAsPayer::new));
    }

    private static <T> Either<BuildRefusal, T> unless(Array<BuildRefusal> refused, T asked) {
        return refused.isEmpty() ? Either.right(asked) : Either.left(BuildRefusal.of(refused));
    }

    private Appointments asked(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount create -> Appointments.by(create.terms());
            case BuildRequest.HandOverAdmin handOver ->
                Appointments.by(new Command.HandOver(handOver.account(), handOver.next()))
                        .and(asked(handOver.account(), handOver.edits()));
            case BuildRequest.ChangeSettings change -> asked(change.account(), change.edits());
            case BuildRequest.Propose(var account, Proposable.Settings(var edits, var limits), var by, var options) ->
                asked(account, edits);
            case BuildRequest.AddLimit add -> asked(add.terms());
            case BuildRequest.ReplaceLimit replace -> asked(replace.terms());
            case BuildRequest.OnAccount other -> Appointments.NONE;
        };
    }

    private static Appointments asked(LimitTerms terms) {
        return Appointments.by(new SettingsAction.AddSpendingLimit(terms.createKey(), terms));
    }

    /** Where others made the operator's key a signer, it may stay: a change of something else does no harm. */
    private Appointments asked(Address account, Array<SettingsEdit> edits) {
        return edits.flatMap(edit -> switch (edit) {
                    case SettingsEdit.AddSigners(Array<Signer> signers) -> signers;
                    case SettingsEdit.ReplaceSigners(Array<Signer> signers) ->
                        signers.reject(signer ->
                                context.operators().contains(signer.address()) && isSigner(account, signer.address()));
                    case SettingsEdit.RemoveSigner remove -> Array.<Signer>empty();
                    case SettingsEdit.SetThreshold set -> Array.<Signer>empty();
                    case SettingsEdit.SetTimeLock set -> Array.<Signer>empty();
                    case SettingsEdit.SetRentCollector set -> Array.<Signer>empty();
                })
                .map(signer -> Appointments.by(new SettingsAction.AddSigner(signer)))
                .fold(Appointments.NONE, Appointments::and);
    }

    private boolean isSigner(Address account, Address address) {
        return context.custody()
                .account(account)
                .exists(view -> view.settings().roster().find(address).isDefined());
    }

    /** Who gets a say must be able to have one. */
    private Array<BuildRefusal> unable(Appointments appointments) {
        if (appointments.equals(Appointments.NONE)) {
            return Array.empty();
        }
        return appointments
                .admins()
                .flatMap(this::unableAsAdmin)
                .appendAll(operatorAmong(appointments.signers()).map(BuildRefusal.OperatorAsSigner::new))
                .appendAll(operatorAmong(appointments.spenders()).map(BuildRefusal.OperatorAsSpender::new));
    }

    /** A smart account may be admin if it is theirs: that it is somebody else's would be told by letting it pass. */
    private Option<BuildRefusal> unableAsAdmin(Address holder) {
        if (context.operators().contains(holder)) {
            return Option.some(new BuildRefusal.OperatorAsAdmin(holder));
        }
        return Option.when(
                !context.format().canSign(holder) && own(holder).isLeft(), () -> new BuildRefusal.KeylessAdmin(holder));
    }

    private Option<Address> operatorAmong(Array<Address> addresses) {
        return addresses.find(context.operators()::contains);
    }

    private Option<BuildRefusal> operatorIn(TransactionPlan built) {
        Array<Address> payers = built.steps().map(step -> step.unsigned().signers().head());
        return operatorAmong(payers)
                .<BuildRefusal>map(BuildRefusal.OperatorAsPayer::new)
                .orElse(() -> operatorAmong(built.signers().appendAll(built.outsideSigners()))
                        .map(BuildRefusal.OperatorCannotSign::new));
    }

    private void claim(BuildRequest request, TransactionPlan built) {
        if (request instanceof BuildRequest.CreateAccount) {
            claim(built.account());
        }
    }

    private void succeed(BuildRequest request, TransactionPlan built) {
        if (request instanceof BuildRequest.ReplaceLimit replace) {
            built.limit().forEach(next -> context.successions().built(replace.limit(), next));
        }
    }

    private void claim(AccountRef account) {
        context.accounts().claim(tenant, context.network(), account, TenantAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(Address settingsAddress) {
        return acquaint(settingsAddress).peek(this::claim);
    }

    @Override
    public Either<BuildRefusal, AccountRef> inspect(Address settingsAddress) {
        return context.custody().inspect(settingsAddress);
    }

    /** The account whose settings are there, known to the engine from now on; it does not become theirs by this. */
    Either<BuildRefusal, AccountRef> acquaint(Address settingsAddress) {
        return context.custody().register(settingsAddress);
    }

    /** Adds an account that others made to a commit, as one of theirs; it must not be theirs already. */
    Commit holding(Commit commit, AccountRef account) {
        return context.accounts().add(commit, tenant, context.network(), account, TenantAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return own(account).flatMap(ref -> context.custody().account(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return own(account).flatMap(ref -> context.custody().transaction(account, index));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, Option<Long> before, int limit) {
        return own(account).flatMap(ref -> context.custody().transactions(account, before, limit));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return own(account).flatMap(ref -> context.custody().balances(account));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return own(account).flatMap(ref -> context.custody().transfers(account, query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return own(account).flatMap(ref -> context.custody().limits(account));
    }

    /** Nothing leaves this way: what a tenant service takes to the chain goes by its own submission, which looks at it first. */
    @Override
    public Either<SubmitRefusal, Signature> submit(Bytes transaction) {
        return Either.left(new SubmitRefusal.BadTransaction("it must be submitted for an account"));
    }

    @Override
    public Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature) {
        return context.custody().status(signature);
    }
}
