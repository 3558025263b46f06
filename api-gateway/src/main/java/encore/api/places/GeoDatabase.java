package encore.api.places;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The places of IP addresses: those of the file that the settings name, otherwise those of the table that we ship. The
 * file is looked at again each minute, and a broken one leaves the old.
 */
@Component
public class GeoDatabase implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(GeoDatabase.class);

    private static final long LOG_INTERVAL = Duration.ofMinutes(1).toNanos();

    /** Any address of a private or special network is nowhere, whatever a database says. */
    private static boolean isNowhere(InetAddress address) {
        return address.isSiteLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || isUniqueLocal(address.getAddress());
    }

    private static boolean isUniqueLocal(byte[] address) {
        return address.length > Integer.BYTES && (address[0] & 0xFE) == 0xFC;
    }

    /** Read at the first look-up, since most gateways never need it. */
    private static final class Shipped {
        private static final CountryTable TABLE = CountryTable.read();
    }

    private final @Nullable Path path;
    private volatile @Nullable MmdbFile file;
    private final @Nullable Scheduler scheduler;
    private final Counter failedLookups;
    private final AtomicLong loggedAt = new AtomicLong(System.nanoTime() - LOG_INTERVAL);

    GeoDatabase(GeoipSettings settings, MeterRegistry meters) {
        failedLookups = Counter.builder("encore.geoip.failed.lookups")
                .description("Look-ups of addresses that failed because the database is broken")
                .register(meters);
        path = settings.geoipFile();
        if (path == null || path.toString().isBlank()) {
            scheduler = null;
            return;
        }
        try {
            file = MmdbFile.read(path);
        } catch (IOException broken) {
            throw new IllegalStateException(
                    "ENCORE_GEOIP_FILE must be a readable database in MaxMind's format: " + broken.getMessage(),
                    broken);
        }
        scheduler = Schedulers.newSingle("geoip", true);
        scheduler.schedulePeriodically(this::reload, 1, 1, TimeUnit.MINUTES);
    }

    /** Reads the file again if it was changed. */
    void reload() {
        MmdbFile known = file;
        if (path == null || known == null) {
            return;
        }
        try {
            if (!known.isCurrent(path)) {
                use(MmdbFile.read(path));
                LOG.info("The database of ENCORE_GEOIP_FILE was read again");
            }
        } catch (IOException | RuntimeException broken) {
            LOG.warn(
                    "The file of ENCORE_GEOIP_FILE cannot be used, and the database that was read before stays: {}",
                    broken.toString());
        }
    }

    void use(MmdbFile read) {
        file = read;
    }

    /** Returns the place of an address; for an unknown one every field is null. */
    public GeoPlace find(@Nullable InetAddress address) {
        if (address == null || isNowhere(address)) {
            return GeoPlace.UNKNOWN;
        }
        MmdbFile known = file;
        if (known == null) {
            return GeoPlace.inCountry(Shipped.TABLE.find(address));
        }
        try {
            return known.find(address);
        } catch (IOException | RuntimeException | StackOverflowError broken) {
            failedLookups.increment();
            logAtMostOnceAMinute(broken);
            return GeoPlace.UNKNOWN;
        }
    }

    /** Callers decide which addresses are looked up, and so could fill the log. */
    private void logAtMostOnceAMinute(Throwable broken) {
        long last = loggedAt.get();
        long now = System.nanoTime();
        if (now - last >= LOG_INTERVAL && loggedAt.compareAndSet(last, now)) {
            LOG.warn(
                    "The database of ENCORE_GEOIP_FILE is broken; some addresses have no place: {}",
                    broken.getClass().getName());
        }
    }

    @Override
    public void destroy() {
        if (scheduler != null) {
            scheduler.dispose();
        }
    }
}
