package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.intent.ManagedAuthorities;
import dev.mandate.engine.limit.PolicyKey;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.authority.PolicySignerRepository.Voter;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.limit.UnlandedBuilds;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.engine.unlanded.KeyPurpose;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.function.Function;

/** The keys that the engine holds for a tenant, and who decides what they sign. */
public final class Authorities implements ManagedAuthorities {

    private final TenantJournal journal;
    private final AuthorityPorts ports;
    private final IdentityRepository identities;
    private final ManagedKeyRepository keys;
    private final PolicySignerRepository policySigners;
    private final ManagedSigning signing;

    public Authorities(TenantJournal journal, AuthorityPorts ports, EngineLimits limits) {
        this.journal = journal;
        this.ports = ports;
        this.identities = new IdentityRepository(journal, ports.ids());
        this.keys = new ManagedKeyRepository(journal);
        this.policySigners = new PolicySignerRepository(journal);
        this.signing = new ManagedSigning(journal, ports, identities, keys, limits, policySigners);
    }

    /** Keys and accounts of those who sign in by e-mail. */
    public IdentityAccounts accounts(AccountCreations creations) {
        return new IdentityAccounts(journal, identities, keys, ports.vault(), creations);
    }

    /** What sign-in by e-mail stands on; none if no mail can be sent. */
    public Option<EmailIdentities> email(AccountCreations creations, SecureRandom random) {
        return ports.email().map(email ->
                new EmailIdentities(journal, identities, accounts(creations), ports.keys(), email, random));
    }

    /**
     * Signs for the managed signers.
     *
     * @param rosters the signers of an account, as they are on the chain now
     */
    public ManagedSigner signer(Function<Address, Either<BuildRefusal, Agreed<Roster>>> rosters) {
        return signing.signer(rosters);
    }

    /** A payload for each managed signer of {@code unsigned}. */
    public Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned) {
        return signing.payloads(account, unsigned);
    }

    @Override
    public Option<Either<ApprovalProblem, String>> approval(Address signer, Bytes content, Bytes signature) {
        return signing.approval(signer, content, signature).map(one -> one.map(ApprovalRepository.Approved::by));
    }

    /** The authority of a managed signer of the tenant; none: its key is not managed here. */
    public Option<SignerAuthority> authorityOf(Address signer) {
        return keys.find(signer).map(ManagedKeyRepository.ManagedKey::authority);
    }

    @Override
    public Array<Address> policySigners(Address account) {
        return policySigners.find(account).map(Voter::address);
    }

    /** Makes {@code count} voters for an account; the same arguments get the same addresses. */
    public Either<VaultFault, Array<Address>> makePolicySigners(Address account, int count) {
        return Either.sequenceRight(Array.range(0, count)
                        .map(index -> id("policy-signer/" + journal.prefix() + account + "/" + index))
                        .map(id -> ports.vault().ensure(journal.tenant(), id).map(address -> new Voter(address, id))))
                .map(Array::ofAll)
                .peek(voters -> policySigners.name(account, voters))
                .map(voters -> voters.map(Voter::address));
    }

    /** Whether the vault holds the key of this address, for any tenant. */
    public boolean holds(Address address) {
        return keys.holds(address);
    }

    /** The policy key of the limit at this address, which waits for it to land. */
    public Either<BuildRefusal, PolicyKey> policyKey(UnlandedBuilds builds, AccountRef account, Address limit) {
        return builds.reserve(Option.some(account), new KeyPurpose.Limit(limit))
                .flatMap(key -> made(key.id()).map(address -> new PolicyKey(key.id(), address)));
    }

    private Either<BuildRefusal, Address> made(ManagedKeyId id) {
        return ports.vault().ensure(journal.tenant(), id).mapLeft(BuildRefusal.VaultSilent::new);
    }

    /**
     * As {@link #bind}, for a transaction that may never be submitted: the bound key counts among those that wait to land.
     *
     * @param account in which it is to sign; none: one that does not exist yet
     */
    public Either<BuildRefusal, Address> bindInBuild(
            UnlandedBuilds builds, Option<AccountRef> account, Secp256k1PublicKey key, IntentFormat format) {
        return bound(key, format)
                .map(Either::<BuildRefusal, Address>right)
                .getOrElse(() -> builds.reserve(account, new KeyPurpose.Signer(key, format))
                        .flatMap(counted -> bind(key, format).mapLeft(BuildRefusal.VaultSilent::new)));
    }

    /** The same also after the operator's secret was replaced: the vault has the key under this id. */
    private ManagedKeyId id(String named) {
        return new ManagedKeyId("key_" + Bytes.of(ports.ids().first().of(named).toArray(), 0, 16).toHex());
    }

    /** The managed signer that is bound to a secp256k1 key; the same arguments get the same address. */
    public Either<VaultFault, Address> bind(Secp256k1PublicKey key, IntentFormat format) {
        ManagedKeyId id = boundKeyId(key, format);
        return ports.vault()
                .ensure(journal.tenant(), id)
                .peek(signer -> keys.ensure(signer, id, new SignerAuthority.Secp256k1(key, format)));
    }

    /** The managed signer that is bound to a secp256k1 key already. */
    public Option<Address> bound(Secp256k1PublicKey key, IntentFormat format) {
        return keys.signerOf(boundKeyId(key, format));
    }

    private ManagedKeyId boundKeyId(Secp256k1PublicKey key, IntentFormat format) {
        return id("secp256k1/" + journal.prefix() + format + "/" + key);
    }
}
