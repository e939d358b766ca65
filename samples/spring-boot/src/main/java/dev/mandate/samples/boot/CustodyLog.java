package dev.mandate.samples.boot;

import dev.mandate.adapters.http.service.AccessLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the API's requests as the application logs. A fault's message may repeat input, so it is left out. */
final class CustodyLog implements AccessLog {

    private static final Logger LOG = LoggerFactory.getLogger(CustodyLog.class);

    @Override
    public void answered(Line line) {
        LOG.info("{} {} {} {} {}", line.requestId(), line.method(), line.route(), line.status(), line.code().getOrElse("-"));
    }

    @Override
    public void failed(String requestId, Throwable fault) {
        LOG.error("{} {} at {}", requestId, fault.getClass().getName(), fault.getStackTrace()[0]);
    }
}
