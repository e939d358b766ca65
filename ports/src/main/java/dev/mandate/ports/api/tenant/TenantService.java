package dev.mandate.ports.api.tenant;

import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One tenant on one network: custody of its own accounts, and what a service offers beside it. Every other address is an unknown account. Safe from any thread. Any call may throw {@link
 * dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface TenantService extends Custody {

    /** The tenant's first accounts in the order of their addresses; at most {@code limit}. */
    Page<TenantAccount> accounts(int limit);

    /** The tenant's accounts beyond the address {@code after}, in the order of their addresses; at most {@code limit}. */
    Page<TenantAccount> accounts(Address after, int limit);

    /**
     * Creates an account at the operator's cost. The call waits a short time for the account to exist on the chain.
     *
     * @param by whose quota it takes
     * @param retry a repetition returns the account of the first call. If that never landed, it is ordered again.
     */
    Either<CreationRefusal, Creation> create(KeyLine by, CreationOrder order, Retry retry);

    /** The operator's address that pays for accounts made by {@link #create}; none if no account is made at an operator's cost. */
    Option<Address> feePayer();

    /**
     * Builds the creation of an account for which {@code payer} pays. The create key has signed it already, so {@code payer} is the only
     * signer left. The caller submits it. Nothing is sent, and no quota is used.
     */
    Either<BuildRefusal, TransactionPlan> createPaidBy(Address payer, CreationOrder order, TransactionVersion version);

    /** The cost of {@link #createPaidBy}. Nothing is recorded. */
    Either<BuildRefusal, FeeQuote> quotePaidBy(Address payer, CreationOrder order, TransactionVersion version);

    /** The cost of {@link #create} for the operator. Nothing is created or recorded. */
    Either<CreationRefusal, FeeQuote> quote(KeyLine by, CreationOrder order);

    /**
     * Whether an account of this tenant is on the chain, as far as its creation is recorded. An order of {@link #create} may be pending or have
     * failed; other accounts are recorded once they are there.
     */
    Creation.Status status(TenantAccount account);

    /**
     * Imports an account that exists on the chain: the tenant can then read it and build for it. Repeating this has no effect.
     *
     * @param settingsAddress the address of the account's settings
     * @param retry the idempotency key, if any
     */
    Either<ImportRefusal, AccountRef> importAccount(SettingsAddress settingsAddress, Retry retry);

    /**
     * The same by the smart account address. Its settings account is searched in the address's history: 20 of its newest and 20 of its oldest of the
     * last 1,000 transactions.
     */
    Either<ImportRefusal, AccountRef> importAccountAt(Address account, Retry retry);

    /** Submits a transaction as {@link #submit(SubmitRequest, Retry)} does. */
    default Either<SubmissionRefusal, Submission> submit(
            Address account,
            Bytes transaction,
            Iterable<SignatureGiven> signatures,
            Iterable<PayloadApproval> approvals,
            Retry retry) {
        return submit(SubmitRequest.of(account, transaction).signed(signatures).approved(approvals), retry);
    }

    /** The account, if the tenant has it on this network. The chain is not asked. */
    Option<AccountRef> ownAccount(Address account);

    /** The account, if the operator does not hold it. Each builder asks this first. The chain is not asked. */
    Either<BuildRefusal, AccountRef> acting(Address account);

    /** The account with its limits, and its tokens if they are asked for. */
    Either<BuildRefusal, AccountOverview> overview(Address account, AccountOverview.Balances balances);

    /** What the order of the account called its signers; empty if it was not made by {@link #create}, or named no roles. */
    Map<Address, SignerRole> signerRoles(Address account);

    /**
     * What keys could take from the account, as it is on the chain now: its newest 40 transactions count, and up to four other accounts of the tenant
     * whose vaults have a role in it. The answer's methods read nothing.
     */
    Either<BuildRefusal, Exposures> exposures(Address account);

    /** What {@code request} would change in {@code before}, the account's {@link #exposures}, once it is executed. Nothing is recorded. */
    Either<BuildRefusal, Either<Exposures.TooManySigners, Exposures.Difference>> exposureDifference(
            Exposures before, BuildRequest request);

    /** What the authorities of managed signers must approve before {@code unsigned} is submitted; empty if all its signers sign themselves. */
    Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned);

    /**
     * The managed signer that is bound to a secp256k1 key of the caller. Its key is made if it does not exist; the same arguments get the same
     * address. The vault alone could sign for it.
     */
    Either<VaultFault, Address> signerOf(Secp256k1PublicKey key, IntentFormat format);

    /**
     * As {@link #signerOf}, for a transaction that may never be submitted. If the signer is not on the chain a day later, and no transaction with it
     * can land any more, its address may be bound to another key.
     *
     * @param account in which it is to sign; none: one that does not exist yet
     * @return refused if too many wait already, or without a vault
     */
    Either<BuildRefusal, Address> signerForBuild(Option<Address> account, Secp256k1PublicKey key, IntentFormat format);

    /** The managed signer that is bound to the key already. */
    Option<Address> boundSigner(Secp256k1PublicKey key, IntentFormat format);

    /** The authority of a managed signer of the tenant; none: its key is not managed here. */
    Option<SignerAuthority> authorityOf(Address signer);

    /** The durable nonces that transactions of the tenant's accounts may use. */
    NonceListing nonces();

    /** The transaction filters and allowlists of the tenant's accounts. */
    FilterListing filters();

    /** The names that the tenant keeps for addresses. */
    NameListing names();

    /** A fresh random address without a key, for example the create key of a spending limit. */
    Address freshAddress();

    /** The engine's own voters for an account, which sign whatever is built and submitted here; they need not be its signers now. */
    Array<Address> policySigners(Address account);

    /** The limit at this address, if the engine keeps it: the chain cannot, so its uses take signed intents. */
    Option<EngineLimit> engineLimit(Address account, Address limit);

    /** The use of a limit that the engine keeps, as it would be built now. Nothing is reserved. */
    Either<LimitUseRefusal, TransactionPlan> validateUse(BuildRequest.UseLimit use);

    /**
     * Builds the use of a limit that the engine keeps for a managed signer, who pays its fee and authorises it by approving the transaction when it is
     * submitted ({@link #payloads}). Only then the amount is reserved, and the policy key signs, too.
     *
     * @param use its signer is entitled and managed here, and no other payer is named
     */
    Either<LimitUseRefusal, TransactionPlan> buildUse(BuildRequest.UseLimit use);

    /**
     * Reserves an amount within a limit that the engine keeps, and returns the transaction that spends it. The caller signs and submits it within
     * {@link dev.mandate.domain.enginelimit.EngineLimitRules#LAPSE_SECONDS} seconds; then the policy key signs, too.
     *
     * @param use its signer is entitled and has signed the intent
     * @param intent of the action {@code spending_limit_use} with {@code limit}, {@code signer}, {@code destination} and {@code amount}
     */
    Either<LimitUseRefusal, ReservedUse> reserveUse(BuildRequest.UseLimit use, SignedIntent intent, Retry retry);

    /**
     * The limit that replaced {@code limit}, directly or through further replacements. Only replacements that were built here are known.
     *
     * @param standing the account's present limits, one of which is returned
     */
    Option<Address> replacement(Address limit, Iterable<Address> standing);

    /**
     * Whether somebody can sign for {@code address}. A smart account or another program address has no key, and the operator's fee payer
     * does not sign for tenants.
     */
    boolean canSign(Address address);
}
