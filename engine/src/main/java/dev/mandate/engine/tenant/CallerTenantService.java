package dev.mandate.engine.tenant;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.engine.submission.Progress;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.submission.Submissions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.LimitUseRefusal;
import dev.mandate.ports.custody.ReservedUse;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.Submission;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.custody.SubmissionRefusal;
import dev.mandate.ports.custody.SubmitRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.TransactionVersion;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.keys.KmsPayload;
import dev.mandate.ports.keys.SignerAuthority;
import dev.mandate.ports.keys.VaultFault;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.UnsignedTransaction;
import dev.mandate.ports.tenant.Creation;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.ports.tenant.CreationRefusal;
import dev.mandate.ports.tenant.FilterListing;
import dev.mandate.ports.tenant.ImportRefusal;
import dev.mandate.ports.tenant.NonceListing;
import dev.mandate.ports.tenant.TenantAccount;
import dev.mandate.ports.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The tenant service of one caller on one network. */
final class CallerTenantService implements TenantService {

    private final NetworkContext context;
    private final Caller caller;
    private final TenantCustody custody;
    private final AccountImport accountImport;
    private final LimitUses uses;

    CallerTenantService(NetworkContext context, Caller caller) {
        this.context = context;
        this.caller = caller;
        this.custody = new TenantCustody(context, caller.tenant());
        this.accountImport = new AccountImport(context, custody);
        this.uses = new LimitUses(context, caller.tenant(), custody);
    }

    @Override
    public Custody custody() {
        return custody;
    }

    @Override
    public Page<TenantAccount> accounts(int limit) {
        return context.accounts().page(caller.tenant(), context.network(), Option.none(), limit);
    }

    @Override
    public Page<TenantAccount> accounts(Address after, int limit) {
        return context.accounts().page(caller.tenant(), context.network(), Option.some(after), limit);
    }

    @Override
    public Either<CreationRefusal, Creation> create(CreationOrder order, Retry retry) {
        return custody.requireAble(order.terms())
                .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new)
                .flatMap(able -> context.creations().order(caller, order, retry))
                .map(ordered -> awaited(ordered).view());
    }

    @Override
    public Address feePayer() {
        return context.creations().feePayer();
    }

    @Override
    public Either<BuildRefusal, TransactionPlan> createPaidBy(Address payer, CreationOrder order, TransactionVersion version) {
        return context.creations().paidBy(payer, order, version, custody::build);
    }

    @Override
    public Either<BuildRefusal, FeeQuote> quotePaidBy(Address payer, CreationOrder order, TransactionVersion version) {
        return custody.validate(context.creations().requestPaidBy(payer, order, version)).map(plan -> plan.single().fee());
    }

    @Override
    public Either<CreationRefusal, FeeQuote> quote(CreationOrder order) {
        return custody.requireAble(order.terms())
                .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new)
                .flatMap(able -> context.creations().quote(caller, order));
    }

    /** Drives the transaction until it is final or the wait policy ends. After that the workers continue. */
    private CreationRecord await(CreationRecord ordered) {
        if (ordered.status() != Creation.Status.PENDING) {
            return ordered;
        }
        if (context.driver().drive(known(ordered.submission()), context.parts().waits().creation())
                instanceof Progress.Over(SubmissionRecord over)) {
            var unused = context.creations().settle(over);
        }
        return newest(ordered);
    }

    /** The record after a short wait. */
    CreationRecord awaited(CreationRecord ordered) {
        return Submissions.onRecord(() -> await(ordered), ordered);
    }

    @Override
    public Either<SubmissionRefusal, Submission> submit(SubmitRequest request, Retry retry) {
        return custody.submit(request, retry);
    }

    @Override
    public Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned) {
        return context.authorities()
                .toArray()
                .flatMap(authorities -> authorities.payloads(caller.tenant(), account, unsigned));
    }

    @Override
    public Either<VaultFault, Address> signerOf(Secp256k1PublicKey key, IntentFormat format) {
        return context.authorities()
                .<Either<VaultFault, Address>>map(authorities -> authorities.bind(caller.tenant(), key, format))
                .getOrElse(() -> Either.left(new VaultFault.Unavailable("no vault is configured")));
    }

    @Override
    public Option<Address> boundSigner(Secp256k1PublicKey key, IntentFormat format) {
        return context.authorities().flatMap(authorities -> authorities.bound(caller.tenant(), key, format));
    }

    @Override
    public Option<SignerAuthority> authorityOf(Address signer) {
        return context.authorities().flatMap(authorities -> authorities.authorityOf(caller.tenant(), signer));
    }

    private CreationRecord newest(CreationRecord record) {
        Address account = record.order().account().address();
        return context.creations().find(account).getOrElse(record);
    }

    @Override
    public Either<ImportRefusal, AccountRef> importAccount(Address settingsAddress, Retry retry) {
        return accountImport.importAccount(settingsAddress, retry);
    }

    @Override
    public NonceListing nonces() {
        return new NonceAllowance(context, caller.tenant(), custody);
    }

    @Override
    public FilterListing filters() {
        return new FilterChanges(context, caller.tenant(), custody);
    }

    @Override
    public Address freshAddress() {
        byte[] bytes = new byte[Bytes32.LENGTH];
        context.parts().random().nextBytes(bytes);
        return Address.of(bytes);
    }

    @Override
    public Array<Address> policySigners(Address account) {
        return custody.policySigners(account);
    }

    @Override
    public Option<EngineLimit> engineLimit(Address account, Address limit) {
        return uses.find(account, limit);
    }

    @Override
    public Either<LimitUseRefusal, TransactionPlan> validateUse(BuildRequest.UseLimit use) {
        return uses.validate(use);
    }

    @Override
    public Either<LimitUseRefusal, ReservedUse> reserveUse(BuildRequest.UseLimit use, SignedIntent intent, Retry retry) {
        return uses.reserve(use, intent, retry);
    }

    @Override
    public Option<Address> replacement(Address limit, Iterable<Address> standing) {
        return context.successions().standing(limit, HashSet.ofAll(standing));
    }

    @Override
    public boolean canSign(Address address) {
        return context.format().canSign(address) && !context.operators().contains(address);
    }

    @Override
    public Option<String> programErrorName(long code) {
        return context.formats().program().errorName(code);
    }

    private SubmissionRecord known(SubmissionId id) {
        return context.submissions().require(id);
    }
}
