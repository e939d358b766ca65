package dev.mandate.engine.desk;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.custody.TransactionView;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Custody of one tenant's own accounts on one network: whatever else the engine knows is an unknown account here. */
final class TenantCustody implements Custody {

    private final Post post;
    private final Tenant tenant;

    TenantCustody(Post post, Tenant tenant) {
        this.post = post;
        this.tenant = tenant;
    }

    /** The account, if it is theirs on this network. */
    Either<BuildRefusal, AccountRef> own(Address account) {
        return post.holdings()
                .find(tenant, post.network(), account)
                .map(HeldAccount::ref)
                .toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    @Override
    public Either<BuildRefusal, BuiltTransaction> build(BuildRequest request) {
        return requireOwn(request)
                .flatMap(this::requireAble)
                .flatMap(asked -> post.custody().build(asked))
                .flatMap(this::requireOwnPayer)
                .peek(built -> claim(request, built));
    }

    @Override
    public Either<BuildRefusal, BuiltTransaction> rehearse(BuildRequest request) {
        return requireOwn(request)
                .flatMap(this::requireAble)
                .flatMap(asked -> post.custody().rehearse(asked))
                .flatMap(this::requireOwnPayer);
    }

    private Either<BuildRefusal, BuildRequest> requireOwn(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount -> own(onAccount.account()).map(ref -> request);
            case BuildRequest.CreateAccount create -> Either.right(request);
        };
    }

    /** Who gets a say must be able to have one. */
    private Either<BuildRefusal, BuildRequest> requireAble(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount create ->
                requireAble(create.terms()).map(terms -> request);
            case BuildRequest.HandOverAdmin handOver ->
                requireAble(handOver.next())
                        .flatMap(admin -> requireAble(handOver.account(), handOver.edits()))
                        .map(edits -> request);
            case BuildRequest.ChangeSettings change ->
                requireAble(change.account(), change.edits()).map(edits -> request);
            case BuildRequest.Propose(var account, Proposable.Settings(var edits, var limits), var by, var options) ->
                requireAble(account, edits).map(able -> request);
            case BuildRequest.OnAccount other -> Either.right(request);
        };
    }

    /** The terms of a new account, if admin and signers are able to be that. */
    Either<BuildRefusal, Command.CreateAccount> requireAble(Command.CreateAccount terms) {
        return requireAble(terms.admin())
                .flatMap(admin -> operatorAmong(terms.signers())
                        .<Either<BuildRefusal, Command.CreateAccount>>map(
                                operator -> Either.left(new BuildRefusal.OperatorAsSigner(operator)))
                        .getOrElse(() -> Either.right(terms)));
    }

    /** A smart account may be admin if it is theirs: that it is somebody else's would be told by letting it pass. */
    private Either<BuildRefusal, AdminControl> requireAble(AdminControl admin) {
        if (!(admin instanceof AdminControl.HeldBy(Address holder))) {
            return Either.right(admin);
        }
        if (post.operators().contains(holder)) {
            return Either.left(new BuildRefusal.OperatorAsAdmin(holder));
        }
        return post.format().canSign(holder) || own(holder).isRight()
                ? Either.right(admin)
                : Either.left(new BuildRefusal.NoKeyFor(holder));
    }

    /** Where others made the operator's key a signer, it may stay: a change of something else does no harm. */
    private Either<BuildRefusal, Array<SettingsEdit>> requireAble(Address account, Array<SettingsEdit> edits) {
        return edits.flatMap(edit -> switch (edit) {
                    case SettingsEdit.AddSigners(Array<Signer> signers) -> operatorAmong(signers);
                    case SettingsEdit.ReplaceSigners(Array<Signer> signers) ->
                        operatorAmong(signers).filter(operator -> !isSigner(account, operator));
                    case SettingsEdit.RemoveSigner remove -> Option.<Address>none();
                    case SettingsEdit.SetThreshold set -> Option.<Address>none();
                    case SettingsEdit.SetTimeLock set -> Option.<Address>none();
                    case SettingsEdit.SetRentCollector set -> Option.<Address>none();
                })
                .headOption()
                .<Either<BuildRefusal, Array<SettingsEdit>>>map(
                        operator -> Either.left(new BuildRefusal.OperatorAsSigner(operator)))
                .getOrElse(() -> Either.right(edits));
    }

    private Option<Address> operatorAmong(Array<Signer> signers) {
        return signers.map(Signer::address).find(post.operators()::contains);
    }

    private boolean isSigner(Address account, Address address) {
        return post.custody()
                .account(account)
                .exists(view -> view.settings().roster().find(address).isDefined());
    }

    /** The operator's key signs for nobody. */
    private Either<BuildRefusal, BuiltTransaction> requireOwnPayer(BuiltTransaction built) {
        return built.signers()
                .find(post.operators()::contains)
                .<Either<BuildRefusal, BuiltTransaction>>map(
                        operator -> Either.left(new BuildRefusal.PayerCannotSign(operator)))
                .getOrElse(() -> Either.right(built));
    }

    private void claim(BuildRequest request, BuiltTransaction built) {
        if (request instanceof BuildRequest.CreateAccount) {
            built.account().forEach(this::claim);
        }
    }

    private void claim(AccountRef account) {
        post.holdings().claim(tenant, post.network(), account, HeldAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(Address settingsAddress) {
        return look(settingsAddress).peek(this::claim);
    }

    /** The account whose settings are there, which does not become theirs by this. */
    Either<BuildRefusal, AccountRef> look(Address settingsAddress) {
        return post.custody().register(settingsAddress);
    }

    /** Adds an account that others made to a commit, as one of theirs; it must not be theirs already. */
    Commit holding(Commit commit, AccountRef account) {
        return post.holdings().add(commit, tenant, post.network(), account, HeldAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return own(account).flatMap(ref -> post.custody().account(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return own(account).flatMap(ref -> post.custody().transaction(account, index));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, Option<Long> before, int limit) {
        return own(account).flatMap(ref -> post.custody().transactions(account, before, limit));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return own(account).flatMap(ref -> post.custody().balances(account));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return own(account).flatMap(ref -> post.custody().transfers(account, query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return own(account).flatMap(ref -> post.custody().limits(account));
    }

    /** Nothing leaves this way: what a desk takes to the chain goes by its own submission, which looks at it first. */
    @Override
    public Either<SubmitRefusal, Signature> submit(Bytes transaction) {
        return Either.left(new SubmitRefusal.BadTransaction("it must be submitted for an account"));
    }

    @Override
    public Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature) {
        return post.custody().status(signature);
    }
}
