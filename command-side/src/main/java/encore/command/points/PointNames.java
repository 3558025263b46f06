package encore.command.points;

import encore.infra.eventstore.Claims.Claim;

/** How a point type's name is claimed: unique in its account, compared exactly but for space around it. */
final class PointNames {

    private PointNames() {}

    static Claim claim(long account, String name) {
        return new Claim("point_name", account, name.strip());
    }
}
