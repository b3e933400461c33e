package detect

import (
	"strings"
	"testing"
)

func TestMemberOf(t *testing.T) {
	for _, tc := range []struct {
		path, series, number string
		stamp                bool
	}{
		{"migrations/0042_users.sql", "migrations", "42", false},
		{"db/migrations/42-users.sql", "db/migrations", "42", false},
		{"db/migrate/20240101120000_add_users.rb", "db/migrate", "20240101120000", true},
		{"db/queue_migrate/20240101120000_x.rb", "db/queue_migrate", "20240101120000", true},
		{"prisma/migrations/20240101120000_init/migration.sql", "prisma/migrations", "20240101120000", true},
		{"migrations/20240101120000_x.ts", "migrations", "20240101120000", true},
		{"database/migrations/2024_01_01_000000_create_users.php", "database/migrations", "20240101000000", true},
		{"src/migration/1700000000000-Name.ts", "src/migration", "1700000000000", true},
		{"src/main/resources/db/migration/V7__users.sql", "src/main/resources/db/migration", "7", false},
		{"sql/V1_2__users.sql", "sql", "1.2", false},
		{"sql/V01.2.0__users.sql", "sql", "1.2", false},
		{"schema/000042_users.up.sql", "schema", "42", false},
		{"schema/000042_users.down.sql", "schema", "42", false},
		{"shop/migrations/0003_order.py", "shop/migrations", "3", false},
		{"migrations/0003_1_x.sql", "migrations", "3", false},
		{"migrations/0042_2_factor.sql", "migrations", "42", false},
		{"migrations/0001.create-users.py", "migrations", "1", false},
		{"db/changelog/007-index.xml", "db/changelog", "7", false},
		{"docs/adr/0007-use-sqlite.md", "docs/adr", "7", false},
		{"doc/decisions/ADR-0007-use-sqlite.md", "doc/decisions", "7", false},
	} {
		m, ok := MemberOf(tc.path)
		if !ok || m.Series != tc.series || m.Number != tc.number || m.Stamp != tc.stamp {
			t.Errorf("%s: %v %+v", tc.path, ok, m)
		}
	}
	for _, path := range []string{
		"src/a.go", "src/2024/report.sql", "docs/0007-notes.md", "migrations/README.md", "migrations/helpers_2.sql",
		"versions/1.2.json", "db/changelog/1.1.0.xml", "migrations/2024-03-01-users.sql", "docs/decisions/2024-03-01-a.md", "api/versions/2024-03-01.yaml",
		"R__views.sql", "fixtures/0001.json", "test/V1/data.sql", "db/seeds/0001_users.sql", "", "/", strings.Repeat("1", 300) + "_x.up.sql",
	} {
		if m, ok := MemberOf(path); ok {
			t.Errorf("%s is no member of a series: %+v", path, m)
		}
	}
}

func TestNextNumber(t *testing.T) {
	members := []Member{{Number: "3"}, {Number: "41"}, {Number: "20240101120000", Stamp: true}}
	for sample, want := range map[string]string{"0042": "0042", "42": "42", "007": "042", "20240101120000": "", "1.2": "42"} {
		if got := NextNumber(members, sample); got != want {
			t.Errorf("%s: got %q, want %q", sample, got, want)
		}
	}
}

func TestReadLineage(t *testing.T) {
	for _, tc := range []struct {
		name, file, text, tool, parents string
	}{
		{"django", "shop/migrations/0003_a.py", "class Migration(migrations.Migration):\n    dependencies = [\n        ('shop', '0002_b'), # ('shop', '0001_x')\n        ('auth', '0001_initial'),\n    ]\n", "Django", "0002_b"},
		{"django annotated", "shop/migrations/0003_a.py", "class Migration:\n    dependencies: list[tuple[str, str]] = [(\"shop\", \"0002_b\",)]\n", "Django", "0002_b"},
		{"django with another app label", "shop/migrations/0003_a.py", "class M:\n    dependencies = [('store', '0002_here')]\n", "Django", "0002_here"},
		{"django merge", "shop/migrations/0004_m.py", "class M:\n    dependencies = [('shop', '0003_a'), ('shop', '0003_b')]\n", "Django", "0003_a,0003_b"},
		{"django first", "shop/migrations/0001_initial.py", "class M:\n    initial = True\n    dependencies = []\n", "Django", "none"},
		{"alembic", "alembic/versions/0c3_x.py", "revision = '0c3'\ndown_revision = '0b2'\n", "Alembic", "0b2"},
		{"alembic annotated", "alembic/versions/0c3_x.py", "revision: str = \"0c3\"\ndown_revision: Union[str, None] = \"0b2\"  # parent\n", "Alembic", "0b2"},
		{"alembic merge", "alembic/versions/0c3_x.py", "revision = '0c3'\ndown_revision = ('0a', \"0b\")\n", "Alembic", "0a,0b"},
		{"alembic first", "alembic/versions/0a1.py", "revision = '0a1'\ndown_revision = None\n", "Alembic", "none"},
		{"alembic over several lines", "alembic/versions/0c3_x.py", "revision = '0c3'\ndown_revision = (\n    \"a1\",\n    \"q1\",\n)\n", "Alembic", "a1,q1"},
		{"django beside another app's migration of a name we have", "shop/migrations/0004_q.py", "class M:\n    dependencies = [('shop', '0003_a'), ('auth', '0002_here')]\n", "Django", "0003_a"},
		{"neither", "x/migrations/helpers.py", "def f():\n    pass\n", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, ok := readLineage(tc.file, []byte(tc.text), func(f string) bool { return f == "shop/migrations/0002_here.py" })
			if ok != (tc.tool != "") || l.tool != tc.tool || strings.Join(l.parents, ",") != tc.parents {
				t.Errorf("%v %+v", ok, l)
			}
		})
	}
}

func FuzzMemberOf(f *testing.F) {
	f.Add("migrations/0042_users.sql")
	f.Add("V1_2__x.sql")
	f.Fuzz(func(t *testing.T, path string) {
		m, ok := MemberOf(path)
		if ok && (m.Number == "" || m.Series == "") {
			t.Errorf("%q: %+v", path, m)
		}
	})
}

func FuzzLineage(f *testing.F) {
	f.Add([]byte("class M:\n    dependencies = [('shop', '0002_b')]\n"))
	f.Add([]byte("revision = '0c3'\ndown_revision = ('0a', \"0b\")\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, ok := readLineage("shop/migrations/0003.py", text, func(string) bool { return false })
		if ok && len(l.parents) == 0 {
			t.Errorf("a place after nothing: %+v", l)
		}
	})
}
