package dev.mandate.adapters.http.codec;

import dev.mandate.ports.api.custody.SubmitRequest;

/** The limits of one request. The chain may accept less. */
public final class RequestLimits {

    public static final int SIGNERS = 64;
    public static final int LIMIT_SIGNERS = 32;
    public static final int DESTINATIONS = 32;
    public static final int FILTERS = 64;
    public static final int FILTER_ADDRESSES = 32;
    public static final int ALLOWLISTS = 16;
    public static final int ALLOWLIST_ADDRESSES = 64;
    public static final int KMS_PAYLOADS = SubmitRequest.MOST_SIGNATURES;
    public static final int PAGE = 100;
    public static final int DEFAULT_PAGE = 50;

    private RequestLimits() {}
}
