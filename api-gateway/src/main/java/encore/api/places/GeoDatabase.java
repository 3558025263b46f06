package encore.api.places;

import com.maxmind.db.InvalidDatabaseException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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

    GeoDatabase(GeoipSettings settings) {
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
                file = MmdbFile.read(path);
                LOG.info("The database of ENCORE_GEOIP_FILE was read again");
            }
        } catch (IOException | RuntimeException broken) {
            LOG.warn("The file of ENCORE_GEOIP_FILE cannot be read; the database that was read before stays", broken);
        }
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
        } catch (InvalidDatabaseException broken) {
            LOG.warn("The database of ENCORE_GEOIP_FILE is broken", broken);
            return GeoPlace.UNKNOWN;
        } catch (IOException impossible) {
            throw new IllegalStateException("The database is in memory", impossible);
        }
    }

    @Override
    public void destroy() {
        if (scheduler != null) {
            scheduler.dispose();
        }
    }
}
